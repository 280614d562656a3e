import type { Run } from '../run/run.ts'
import type { ContentPart, TokenUsage } from './chat-model.ts'
import type { Document } from './retrieval.ts'
import type { Artifact, UsedTool } from './tool.ts'

/** What a person asked, with what came along. */
export interface Turn {
  question: string
  /** Images and files for models that can see them. */
  attachments?: ContentPart[]
}

/** What an ending node yields while it answers. */
export type AnswerEvent =
  | { type: 'token'; text: string }
  | { type: 'thinking'; text: string; /** On the closing event only. */ durationMs?: number }
  | { type: 'source-documents'; documents: Document[] }
  | { type: 'called-tools'; tools: UsedTool[] }
  | { type: 'used-tools'; tools: UsedTool[] }
  | { type: 'artifacts'; artifacts: Artifact[] }
  | { type: 'usage'; usage: TokenUsage }
  /** A structured answer, from an output parser or a custom function; the text is its JSON. */
  | { type: 'json'; value: unknown }

/** The value of a flow's ending node: answers a question with a stream of events. */
export interface Chat {
  readonly kind: 'chat'
  answer(turn: Turn, run: Run): AsyncIterable<AnswerEvent>
}
