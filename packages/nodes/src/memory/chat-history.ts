import { number, perform, string, type Message, type NodeContext, type Run, type Session } from '@chatwright/core'
import { messageText } from '../model-values/message-text.ts'

/** Inputs all memories have. */
export const sessionId = string({
  destination: false,
  label: 'Session id',
  optional: true,
  additional: true,
  description: 'Chats with the same name share one conversation. Leave empty to give each chat its own.',
})

export const memoryKey = string({
  destination: false,
  label: 'Memory key',
  default: 'chat_history',
  additional: true,
  description: 'The variable name for the history in prompts.',
})

export const windowSize = number({
  destination: false,
  label: 'Window size',
  step: 1,
  min: 1,
  optional: true,
  additional: true,
  description: 'The number of exchanges to remember. Leave empty to remember all.',
})

export function sessionOf(run: Run, sessionId: string | undefined): Session {
  return sessionId ? { ...run.session, sessionId, isNew: false } : run.session
}

/** What was said before: what the caller sent along, else what this product stored. */
export async function loadHistory(
  context: Pick<NodeContext, 'history'>,
  run: Run,
  options: { sessionId?: string | undefined; last?: number },
): Promise<Message[]> {
  const { last } = options
  if (run.history.length > 0) return last === undefined ? [...run.history] : latest(run.history, last)
  const session = sessionOf(run, options.sessionId)
  if (session.isNew) return []
  // One more than wanted, since the question of this very run may be stored already.
  const as = { kind: 'memory', method: 'history', effect: 'reads', input: { last } } as const
  const stored = await perform(run, as, () =>
    context.history.load(session, last === undefined ? {} : { last: last + 1 }),
  )
  const newest = stored.at(-1)
  const isCurrentQuestion = newest?.role === 'user' && messageText(newest.content) === run.question
  const earlier = isCurrentQuestion ? stored.slice(0, -1) : stored
  return last === undefined ? earlier : earlier.slice(-last)
}

/** The latest messages, beginning with no result whose call is left out: models refuse that. */
function latest(history: readonly Message[], count: number): Message[] {
  const kept = history.slice(-count)
  const first = kept.findIndex(({ role }) => role !== 'tool')
  return first === -1 ? [] : kept.slice(first)
}
