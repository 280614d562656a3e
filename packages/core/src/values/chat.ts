import type { Run } from '../run/run.ts'
import type { AnswerEvent } from './answer-event.ts'
import type { ContentPart } from './messages.ts'

/** What a person asked, with what came along. */
export interface Turn {
  question: string
  /** Images and files for models that can see them. */
  attachments?: ContentPart[]
}

/** The value of a flow's ending node: answers a question with a stream of events. */
export interface Chat {
  readonly kind: 'chat'
  answer(turn: Turn, run: Run): AsyncIterable<AnswerEvent>
}
