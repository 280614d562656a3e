import type { Upload } from '../../lib/prediction/upload.ts'
import type { GivenDecision } from './asked-decision.ts'
import type { Turn } from './turn.ts'

export interface PredictionBody {
  question?: string
  /** What was filled in instead of a question. */
  form?: Record<string, unknown>
  chatId: string
  streaming: true
  resumable: true
  uploads?: readonly Upload[]
  /** A message of this chat, or its run: that turn and what followed are taken back. */
  replaces?: string
  /** The last answer of this chat, which broke off: it is gone on with. */
  continue?: string
  /** What was decided of what a run of this chat waits for. */
  humanInput?: GivenDecision
  /** The drawing that answers instead of the saved flow. */
  draft?: string
}

export function bodyOf(turn: Turn, chatId: string, draft?: string): PredictionBody {
  return {
    ...(turn.form ? { form: turn.form } : { question: turn.question }),
    chatId,
    streaming: true,
    resumable: true,
    ...(turn.uploads.length > 0 && { uploads: turn.uploads }),
    ...(turn.replaces !== undefined && { replaces: turn.replaces }),
    ...(turn.continues !== undefined && { continue: turn.continues }),
    ...(turn.decides && { humanInput: turn.decides }),
    ...(draft !== undefined && { draft }),
  }
}
