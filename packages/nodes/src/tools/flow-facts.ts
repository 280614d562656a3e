import type { Run } from '@chatwright/core'

/** What user code may know about the conversation, as `$flow`. */
export function flowFacts({ session, question, state }: Run): Record<string, unknown> {
  return {
    chatflowId: session.flowId,
    chatId: session.chatId,
    sessionId: session.sessionName ?? session.sessionId,
    input: question,
    state: Object.fromEntries(state),
  }
}
