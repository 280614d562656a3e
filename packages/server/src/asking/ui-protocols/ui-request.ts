import type { PredictionBody, UiStreamBody } from '@chatwright/contract'
import { badRequest } from '../protocols/conversation.ts'

type UiMessage = UiStreamBody['messages'][number]
type UiPart = UiMessage['parts'][number]

/** What `useChat` sends as a question to a flow: the server holds the conversation, so only the last message counts. */
export function toPrediction(body: UiStreamBody): PredictionBody {
  const chat = { chatId: body.id, resumable: true }
  const decided = body.decision ?? approvalIn(body.messages)
  if (decided) return { ...chat, humanInput: decided }
  const question = body.messages.findLast(({ role }) => role === 'user')
  if (!question) throw badRequest('messages', 'The messages contain no user message to answer')
  const asksAgain = body.trigger === 'regenerate-message' && typeof body.messageId === 'string'
  return {
    ...chat,
    question: question.parts.flatMap(({ type, text }) => (type === 'text' ? (text ?? []) : [])).join('\n'),
    uploads: question.parts.flatMap((part, index) => uploadOf(part, index + 1)),
    ...(asksAgain && { replaces: body.messageId ?? '' }),
  }
}

/** The answer to an approval comes back in the message that asked for it. Calls of one step are decided together. */
function approvalIn(messages: readonly UiMessage[]): PredictionBody['humanInput'] {
  const last = messages.at(-1)
  if (last?.role !== 'assistant') return undefined
  const answered = last.parts.filter(({ state, approval }) => state === 'approval-responded' && approval)
  const approval = answered.at(-1)?.approval
  if (!approval) return undefined
  const [id = '', callId] = approval.id.split('::')
  const calls = answered.flatMap(({ approval: each }) => {
    const [of, call] = each?.id.split('::') ?? []
    return of === id && call !== undefined ? [[call, { type: wordOf(each?.approved) }] as const] : []
  })
  return {
    id,
    type: wordOf(answered.some(({ approval: each }) => each?.approved === true)),
    ...(approval.reason && { feedback: approval.reason }),
    ...(callId !== undefined && calls.length > 0 && { calls: Object.fromEntries(calls) }),
  }
}

function wordOf(isApproved: boolean | undefined): 'proceed' | 'reject' {
  return isApproved ? 'proceed' : 'reject'
}

function uploadOf(
  { type, url = '', mediaType = '', filename }: UiPart,
  number: number,
): NonNullable<PredictionBody['uploads']> {
  if (type !== 'file') return []
  const name = filename ?? `file-${number}`
  if (!url.startsWith('data:')) {
    if (!mediaType.startsWith('image/')) throw badRequest('messages', `Send "${name}" as a data URL`)
    return [{ type: 'url', name, mime: mediaType, data: url }]
  }
  const isText = mediaType.startsWith('text/') || mediaType === 'application/json'
  return [{ type: isText ? 'file:full' : 'file', name, mime: mediaType, data: url }]
}
