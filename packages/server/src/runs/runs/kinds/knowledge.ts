import { z } from 'zod'
import type { LoadUndo } from '../../../ground/db/load-changes.ts'
import { list, ranBy, record } from '../job-fields.ts'
import type { JobRule } from './job-kind.ts'

/** What is deleted in place of a load. */
export interface KnowledgeRemoval {
  /** Only this source; without it all of the store. */
  sourceId?: string
  /** Those that it read: they go last, when nothing names them any more. */
  files: string[]
  /** How many passages there are, about. */
  total: number
  /** Also where an index cannot be reached. */
  isForced?: boolean
}

/** Loading the documents of a store, or deleting them. Plain JSON; what stands for the flow in other jobs is the store here. */
export const knowledgeShape = z.object({
  kind: z.literal('knowledge'),
  ...ranBy,
  /** The sources that are read. */
  sources: list<string>(),
  /** Whether what was read is embedded and can be found at the end. */
  isIndexing: z.boolean(),
  removes: record<KnowledgeRemoval>().exactOptional(),
  /** What is taken back where the load comes to nothing. */
  undo: record<LoadUndo>().exactOptional(),
})
export type KnowledgeJob = z.infer<typeof knowledgeShape>

export const knowledgeRule: JobRule<KnowledgeJob> = {
  unreadMs: () => Infinity,
  maxAttempts: 3,
  poisonous: {
    code: 'internal',
    message: 'This work on documents ended the process that did it, three times in a row.',
    hint: 'Take one source at a time to find the one it stumbles over, and look at the log of the server or worker.',
  },
  stopped: {
    code: 'server-stopped',
    message: 'The server stopped before this work on documents was done.',
    hint: 'Start it again: it continues with what is left.',
    isRetryable: true,
  },
  isUse: false,
  suggestsFor: () => undefined,
  messageId: () => undefined,
  // A passage has one id however often it is stored, so nothing is done twice.
  mayGoOn: () => true,
}
