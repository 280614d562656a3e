import type { Session } from '@chatwright/core'
import type { LoadUndo } from '../../../ground/db/load-changes.ts'
import type { RunJob } from '../run-job.ts'
import type { JobRule } from './job-kind.ts'

/** Loading the documents of a store. Plain JSON; what stands for the flow in other jobs is the store here. */
export interface KnowledgeJob extends Pick<RunJob, 'runId' | 'flowId' | 'flowName' | 'flowVersion' | 'graph'> {
  kind: 'knowledge'
  session: Session
  /** The sources that are read. */
  sources: string[]
  /** Whether what was read is embedded and can be found at the end. */
  isIndexing: boolean
  /** What is taken back where the load comes to nothing. */
  undo?: LoadUndo
}

export const knowledgeRule: JobRule<KnowledgeJob> = {
  unreadMs: () => Infinity,
  maxAttempts: 3,
  poisonous: {
    code: 'internal',
    message: 'Loading these documents ended the process that did it, three times in a row.',
    hint: 'Load one source at a time to find the one it stumbles over, and look at the log of the server or worker.',
  },
  stopped: {
    code: 'server-stopped',
    message: 'The server stopped before the documents were loaded.',
    hint: 'Load them again: what is embedded already is not embedded twice.',
    isRetryable: true,
  },
  suggestsFor: () => undefined,
  messageId: () => undefined,
  // A passage has one id however often it is stored, so nothing is done twice.
  mayGoOn: () => true,
}
