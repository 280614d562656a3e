import { perform, type ChatModel, type Message, type NodeContext, type Run } from '@chatwright/core'
import { complete } from '../model-values/complete.ts'
import { conversationText, messageText } from '../model-values/message-text.ts'
import { sessionOf } from './chat-history.ts'

interface Summary {
  text: string
  /** How many of the oldest messages it covers. */
  covers: number
}

interface Keeper {
  model: ChatModel
  context: Pick<NodeContext, 'records'>
  nodeId: string
  sessionId: string | undefined
}

/**
 * A summary of the oldest messages of a conversation, carried forward: each message is summarised once, not at every
 * question. What the caller sent along belongs to nobody's session and is summarised for this run alone.
 */
export async function summarise(keeper: Keeper, oldest: readonly Message[], run: Run): Promise<string> {
  const { records } = keeper.context
  const isOwnHistory = run.history.length === 0
  const { namespace, key } = place(keeper, run.session.flowId, sessionOf(run, keeper.sessionId).sessionId)
  const as = { kind: 'memory', input: { nodeId: keeper.nodeId } } as const
  const known = isOwnHistory
    ? await perform(run, { ...as, method: 'summary', effect: 'reads' }, async () => {
        const stored = await records.get(namespace, key)
        return stored === undefined ? nothing : (JSON.parse(stored) as Summary)
      })
    : nothing
  const before = known.covers <= oldest.length ? known : nothing
  const added = oldest.slice(before.covers)
  if (added.length === 0) return before.text
  const text = await extendSummary(keeper.model, { before: before.text, added }, run)
  if (isOwnHistory) {
    const summary: Summary = { text, covers: oldest.length }
    await perform(run, { ...as, method: 'keepSummary', effect: 'own' }, () =>
      records.set(namespace, key, JSON.stringify(summary)),
    )
  }
  return text
}

/** A summary that covers what was said next as well. */
export function extendSummary(
  model: ChatModel,
  { before, added }: { before: string; added: readonly Message[] },
  run: Run,
): Promise<string> {
  return complete(model, { messages: summaryRequest(before, added) }, run)
}

/** How many of the last messages fit word for word, at about four characters to a token. */
export function latestWithin(history: readonly Message[], tokens: number): number {
  let left = tokens * 4
  let count = 0
  for (const message of history.toReversed()) {
    left -= messageText(message.content).length
    if (left < 0) break
    count++
  }
  return count
}

export async function forget(keeper: Keeper, session: { flowId: string; sessionId: string }): Promise<void> {
  const { namespace, key } = place(keeper, session.flowId, keeper.sessionId ?? session.sessionId)
  await keeper.context.records.delete(namespace, key)
}

/** The summary as the model is told it. */
export function summaryMessage(text: string): Message[] {
  return text === '' ? [] : [{ role: 'system', content: `What was said so far, in short: ${text}` }]
}

const nothing: Summary = { text: '', covers: 0 }

function place({ nodeId }: Keeper, flowId: string, sessionId: string): { namespace: string; key: string } {
  return { namespace: `conversation-summary:${flowId}:${nodeId}`, key: sessionId }
}

function summaryRequest(before: string, added: readonly Message[]): Message[] {
  return [
    {
      role: 'user',
      content: `Here is a summary of a conversation and what was said next. Write a new summary that covers both. Keep names, numbers, decisions and open questions. Answer with the summary alone.

Summary so far:
${before || '(nothing yet)'}

Said next:
${conversationText(added)}`,
    },
  ]
}
