import type { Document } from './documents.ts'
import type { TokenUsage, ToolCall } from './messages.ts'
import type { Artifact, UsedTool } from './used-tool.ts'

/** What an ending node yields while it answers. */
export type AnswerEvent =
  | {
      type: 'token'
      text: string
      /** The same text as it came, when several pieces came together. */ pieces?: string[]
    }
  | { type: 'thinking'; text: string; /** On the closing event only. */ durationMs?: number }
  | { type: 'source-documents'; documents: Document[] }
  | { type: 'called-tools'; tools: UsedTool[] }
  | { type: 'used-tools'; tools: UsedTool[] }
  | { type: 'artifacts'; artifacts: Artifact[] }
  | { type: 'usage'; usage: TokenUsage }
  /** A structured answer, from an output parser or a custom function; the text is its JSON. */
  | { type: 'json'; value: unknown }
  /** The model calls tools of the caller, who runs them and asks again. */
  | { type: 'caller-calls'; calls: ToolCall[] }
  /** Why the answer ends before its end. */
  | { type: 'cut-short'; reason: 'length' | 'content-filter' }

/** Whether an event is what an answer is made of. The others tell what is being done for it. */
export function isPartOfAnswer({ type }: AnswerEvent): boolean {
  return type !== 'called-tools'
}
