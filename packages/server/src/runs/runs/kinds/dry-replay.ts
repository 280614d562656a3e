import { z } from 'zod'
import { ranBy } from '../job-fields.ts'
import type { JobRule } from './job-kind.ts'

/** Replaying what was recorded of a flow with a version that was saved. Plain JSON. */
export const dryReplayShape = z.object({ kind: z.literal('dry-replay'), ...ranBy })
export type DryReplayJob = z.infer<typeof dryReplayShape>

export const dryReplayRule: JobRule<DryReplayJob> = {
  unreadMs: () => Infinity,
  maxAttempts: 3,
  poisonous: {
    code: 'internal',
    message: 'Replaying the recorded answers ended the process that did it, three times in a row.',
    hint: 'Compare the two versions with a few answers to find the one, and look at the log of the server or worker.',
  },
  stopped: {
    code: 'server-stopped',
    message: 'The server stopped before the recorded answers were replayed.',
    hint: 'They are replayed when the server is back.',
    isRetryable: true,
  },
  suggestsFor: () => undefined,
  messageId: () => undefined,
  // It asks nobody and writes nothing: it begins again.
  mayGoOn: () => true,
  isUse: false,
}
