import type { RunFault } from '@chatwright/core'

/** Why there is no answer, with as much as the server could say. */
export type AnswerFault = Pick<RunFault, 'message'> & Partial<Omit<RunFault, 'message' | 'code'>> & { code?: string }
