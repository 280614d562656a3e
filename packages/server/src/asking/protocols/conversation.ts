import { AppError, type PredictionBody } from '@chatwright/contract'
import type { Asker, ContentPart, Message } from '@chatwright/core'
import { isOwnerHere } from '../../door/askers/may.ts'

/** A conversation in a model's protocol as a question to a flow. */
export interface AskedConversation {
  question: string
  uploads: NonNullable<PredictionBody['uploads']>
  /** What was said before the question. */
  history: Message[]
  /** The caller's own tool calls since the question, with their results. */
  since: Message[]
}

/** As long as one question may be; no model reads more. All of it is sent in one go, for everybody to wait. */
const MOST_CHARACTERS = 4_000_000

/**
 * The last message of the user is the question. Each conversation is a chat of its own. Whoever may not speak as the system is
 * heard as the user: their instructions weigh no more than a question does.
 */
export function askedBy(messages: readonly Message[], asker: Asker, place: string): AskedConversation {
  const heard = messages.map((message) => asSpeaker(message, asker))
  const last = messages.findLastIndex(({ role }) => role === 'user')
  const question = heard[last]
  if (!question) throw badRequest(place, 'The messages contain no user message to answer')
  const history = withWholeCalls(heard.slice(0, last)).filter(({ content, toolCalls }) => content !== '' || toolCalls)
  expectLength([...history, ...heard.slice(last + 1)])
  return {
    question: textOf(question.content),
    uploads: uploadsOf(question.content),
    history: history.map(withoutFiles),
    since: heard.slice(last + 1),
  }
}

export function textOf(content: Message['content']): string {
  if (typeof content === 'string') return content
  return content.flatMap((part) => (part.type === 'text' ? part.text : [])).join('\n')
}

/** A request that can't be answered, with the parameter at fault. */
export function badRequest(path: string, message: string): AppError {
  const place = `body.${path}`
  return new AppError('invalid-request', { issues: [{ path: place, message }] }, { message: `${place}: ${message}` })
}

function asSpeaker(message: Message, asker: Asker): Message {
  return message.role === 'system' && !isOwnerHere(asker) ? { ...message, role: 'user' } : message
}

/** Models refuse a call without its result, and a result without its call: clients send both, as they cut what was said. */
function withWholeCalls(messages: readonly Message[]): Message[] {
  const called = new Set<string>()
  const answered = new Set(messages.flatMap(({ role, toolCallId }) => (role === 'tool' ? (toolCallId ?? []) : [])))
  return messages.flatMap((message) => {
    if (message.role === 'tool') return called.has(message.toolCallId ?? '') ? [message] : []
    if (!message.toolCalls) return [message]
    const { toolCalls: all, ...said } = message
    const toolCalls = all.filter(({ id }) => answered.has(id))
    for (const { id } of toolCalls) called.add(id)
    return [toolCalls.length > 0 ? { ...said, toolCalls } : said]
  })
}

/** Only files of the question itself are sent to the model, as in every other chat. */
function withoutFiles(message: Message): Message {
  return typeof message.content === 'string' ? message : { ...message, content: textOf(message.content) }
}

function uploadsOf(content: Message['content']): AskedConversation['uploads'] {
  if (typeof content === 'string') return []
  return content.flatMap((part, index) => uploadOf(part, index + 1) ?? [])
}

function uploadOf(part: ContentPart, number: number): AskedConversation['uploads'][number] | undefined {
  switch (part.type) {
    case 'text':
      return undefined
    case 'image':
      return {
        type: 'file',
        name: `picture-${number}`,
        mime: part.mimeType,
        data: `data:${part.mimeType};base64,${part.data}`,
      }
    case 'image-url':
      return { type: 'url', name: `picture-${number}`, mime: 'image/*', data: part.url }
    case 'file':
      return fileOf(part)
  }
}

/** The text of a text file goes before the question, where models that read no files find it. */
function fileOf({
  name,
  mimeType,
  data,
}: Extract<ContentPart, { type: 'file' }>): AskedConversation['uploads'][number] {
  const type = mimeType.startsWith('text/') || mimeType === 'application/json' ? 'file:full' : 'file'
  return { type, name, mime: mimeType, data: `data:${mimeType};base64,${data}` }
}

function expectLength(messages: readonly Message[]): void {
  let characters = 0
  for (const { content } of messages) characters += textOf(content).length
  if (characters <= MOST_CHARACTERS) return
  const most = MOST_CHARACTERS.toLocaleString('en')
  throw new AppError('payload-too-large', undefined, {
    message: `The messages beside the question contain more than ${most} characters, too many for any model. Send only the latest ones.`,
  })
}
