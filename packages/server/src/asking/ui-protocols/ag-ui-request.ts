import type { AgUiBody } from '@chatwright/contract'
import type { Asker, ContentPart, Message } from '@chatwright/core'
import type { PredictionRequest } from '../predictions/prediction-service.ts'
import { askedBy, badRequest } from '../protocols/conversation.ts'
import { callerOf, imageIn, toolCallOf } from '../protocols/parameters.ts'

type AgUiMessage = AgUiBody['messages'][number]

/** What an AG-UI client sends, as a question to a flow or as the answer to what it waits for. */
export function toQuestion(body: AgUiBody, asker: Asker): Pick<PredictionRequest, 'body' | 'given'> {
  const chat = { chatId: body.threadId, resumable: false }
  const [answer] = body.resume ?? []
  if (answer) return { body: { ...chat, humanInput: decisionOf(answer) } }
  const { question, uploads, history, since } = askedBy(
    [...contextOf(body.context), ...body.messages.flatMap(messageOf)],
    asker,
    'messages',
  )
  const caller = callerOf(
    {
      tools: body.tools.map(({ name, description, parameters }) => ({
        name,
        description,
        parameters: parameters ?? { type: 'object', properties: {} },
      })),
      since,
    },
    { tools: 'tools', since: 'messages' },
  )
  return { body: { ...chat, question, uploads }, given: { history, caller } }
}

/** A payload in our words, or the yes and no that most clients send. */
function decisionOf({ interruptId: id, status, payload }: NonNullable<AgUiBody['resume']>[number]) {
  if (status === 'cancelled') return { id, type: 'reject' }
  if (payload === undefined || payload === null || payload === true) return { id, type: 'proceed' }
  if (payload === false) return { id, type: 'reject' }
  if (typeof payload !== 'object' || Array.isArray(payload)) {
    throw badRequest('resume.0.payload', 'The payload of a decision is an object such as {"type":"proceed"}')
  }
  const { type, approved, feedback, reason, form } = payload as Record<string, unknown>
  const word = typeof type === 'string' ? type : approved === false ? 'reject' : 'proceed'
  const words = feedback ?? reason
  return {
    id,
    type: word,
    ...(typeof words === 'string' && { feedback: words }),
    ...(typeof form === 'object' && form !== null && { form: form as Record<string, unknown> }),
  }
}

/** What the application knows, before what was said. */
function contextOf(context: AgUiBody['context']): Message[] {
  return context.map(({ description, value }) => ({ role: 'system', content: `${description}: ${value}` }))
}

function messageOf({ role, content, toolCallId, toolCalls }: AgUiMessage, index: number): Message[] {
  // Thoughts and drawings of the application are no part of what was said.
  if (role === 'reasoning' || role === 'activity') return []
  const said = contentOf(content, `messages.${index}.content`)
  if (role === 'tool') return [{ role, content: said, toolCallId: toolCallId ?? '' }]
  const calls = toolCalls?.map(({ id, function: { name, arguments: input } }) => toolCallOf({ id, name, input })) ?? []
  return [
    {
      role: role === 'developer' ? 'system' : role,
      content: said,
      ...(calls.length > 0 && { toolCalls: calls }),
    },
  ]
}

function contentOf(content: AgUiMessage['content'], place: string): Message['content'] {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  const parts = content.flatMap(({ type, text, source }, index): ContentPart[] => {
    const at = `${place}.${index}`
    if (type === 'text') return text === undefined ? [] : [{ type, text }]
    const { value = '', mimeType = '' } = source ?? {}
    if (source?.type === 'url' && type === 'image') return [imageIn(`${at}.source`, value)]
    if (source?.type !== 'data') throw badRequest(`${at}.source`, 'Send the content as data')
    if (mimeType.startsWith('image/')) return [{ type: 'image', mimeType, data: value }]
    return [{ type: 'file', mimeType, name: `file-${index + 1}`, data: value }]
  })
  return parts.every((part) => part.type === 'text') ? parts.map((part) => part.text).join('\n') : parts
}
