import type { Run } from '../run/run.ts'
import type { Message } from './messages.ts'

/** What a conversation remembers; every method works on the run's session, so one instance serves all users. */
export interface Memory {
  readonly kind: 'memory'
  /** The prompt variable that stands for the history. */
  readonly memoryKey: string
  load(run: Run): Promise<Message[]>
  /** Called once an answer is complete. Stores backed by the chat messages themselves have nothing to do here. */
  save(exchange: { question: string; answer: string }, run: Run): Promise<void>
  clear(session: { flowId: string; chatId: string; sessionId: string }): Promise<void>
  /** Takes an exchange back because it is asked again. Left out where the chat messages themselves are remembered. */
  forget?(
    exchange: { question: string; answer: string },
    session: { flowId: string; chatId: string; sessionId: string },
  ): Promise<void>
}
