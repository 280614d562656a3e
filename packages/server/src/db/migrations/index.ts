import type { Migration } from '../migrate.ts'
import { foundation } from './0001-foundation.ts'

/** The one history, for both databases. Never change an entry that was released; add one. */
export const migrations: readonly Migration[] = [foundation]
