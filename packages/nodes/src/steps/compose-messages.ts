import type { ChatModel, ContentPart, Message, NodeContext, Run, SaidMessage, StepTurn } from '@chatwright/core'
import { messageText } from '../model-values/message-text.ts'
import { askedText } from './asked-text.ts'
import { remember, type MemorySettings } from './remember.ts'

export interface WrittenMessage {
  role: 'system' | 'assistant' | 'developer' | 'user'
  content?: string | undefined
}

export interface TalkSettings {
  node: { id: string; label: string }
  model: ChatModel
  context: Pick<NodeContext, 'records'>
  /** What the builder wrote. */
  messages: readonly WrittenMessage[] | undefined
  memory: MemorySettings
  /** Put after the conversation. */
  userMessage: string | undefined
}

/** Whether nobody has said anything in this run on the way here: the first to talk hears the question. */
export function talksFirst(turn: Pick<StepTurn, 'said'>): boolean {
  return turn.said.length === 0
}

/** What a model is shown: system messages first, what the builder wrote, the conversation, and what it is asked. */
export async function composeMessages(settings: TalkSettings, turn: StepTurn, run: Run): Promise<Message[]> {
  const { model, memory } = settings
  const written = (settings.messages ?? []).flatMap(asMessage)
  const system = written.filter(({ role }) => role === 'system')
  const others = written.filter(({ role }) => role !== 'system')
  const userMessage = settings.userMessage?.trim() ?? ''
  const question = talksFirst(turn) ? questionMessage(model, turn, run) : []
  if (memory.isOn) {
    const remembered = await remember(
      { ...settings, hasSystem: system.length > 0, hasUserMessage: userMessage !== '' },
      {
        turn,
        run,
        here: turn.said.map((said, index) => heardBy(model, said, index === 0 ? run.attachments : [])),
        question,
      },
    )
    return [...system, ...others, ...remembered, ...asUser(userMessage)]
  }
  const isAsked = userMessage !== '' || others.some(({ role }) => role === 'user')
  const sentAlong = talksFirst(turn) ? run.history : []
  return [...system, ...sentAlong, ...others, ...(isAsked ? [] : question), ...asUser(userMessage)]
}

function asMessage({ role, content = '' }: Partial<WrittenMessage>): Message[] {
  if (content.trim() === '') return []
  return [{ role: role === 'developer' ? 'system' : (role ?? 'user'), content }]
}

function asUser(text: string): Message[] {
  return text === '' ? [] : [{ role: 'user', content: text }]
}

/** The question with what came along, as far as the model can look at it. */
export function questionMessage(
  model: Pick<ChatModel, 'canSeeImages'>,
  turn: Pick<StepTurn, 'given'>,
  run: Run,
): Message[] {
  const text = askedText(turn, run)
  const seen = model.canSeeImages ? run.attachments : []
  if (seen.length > 0) return [{ role: 'user', content: [...(text ? [asPart(text)] : []), ...seen] }]
  return asUser(text)
}

/** What was said in this run. Pictures are not kept with it: they came with the question, and stand by it again. */
function heardBy(model: ChatModel, { role, content, name }: SaidMessage, attachments: readonly ContentPart[]): Message {
  const text = messageText(content)
  const isQuestion = role === 'user' && name === undefined
  if (!isQuestion || !model.canSeeImages || attachments.length === 0) return { role, content: text }
  return { role, content: [asPart(text), ...attachments] }
}

function asPart(text: string): ContentPart {
  return { type: 'text', text }
}

/** Messages as the trace shows them: pictures and files are named, not repeated. */
export function shownMessages(messages: readonly Message[]): object[] {
  return messages.map(({ role, content, toolCalls, toolCallId }) => ({
    role,
    content: typeof content === 'string' ? content : content.map(withoutData),
    ...(toolCalls && { toolCalls }),
    ...(toolCallId !== undefined && { toolCallId }),
  }))
}

function withoutData(part: ContentPart): object {
  if (!('data' in part)) return part
  const { data: _, ...rest } = part
  return rest
}
