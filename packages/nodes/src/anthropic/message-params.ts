import type { ContentPart, Message, ToolSpec } from '@chatwright/core'
import { messageText } from '../model-values/message-text.ts'
import type { ContentBlock } from './wire.ts'

interface TurnParam {
  role: 'user' | 'assistant'
  content: object[]
}

/** Our messages in Anthropic's words: one system text, and turns that alternate. */
export function messageParams(messages: readonly Message[]): { system: string | undefined; messages: TurnParam[] } {
  const system = messages.filter((message) => message.role === 'system').map((message) => messageText(message.content))
  const turns: TurnParam[] = []
  for (const message of messages) {
    if (message.role === 'system') continue
    const role = message.role === 'assistant' ? 'assistant' : 'user'
    const content = blocksOf(message)
    const last = turns.at(-1)
    // Results of parallel calls must stand together in one turn.
    if (last?.role === role) last.content.push(...content)
    else if (content.length > 0) turns.push({ role, content })
  }
  return { system: system.length > 0 ? system.join('\n\n') : undefined, messages: turns }
}

export function toolParams(tools: readonly ToolSpec[]): object[] {
  return tools.map(({ name, description, parameters }) => ({ name, description, input_schema: parameters }))
}

function blocksOf(message: Message): object[] {
  if (message.role === 'tool') {
    return [{ type: 'tool_result', tool_use_id: message.toolCallId, content: messageText(message.content) }]
  }
  const parts =
    typeof message.content === 'string' ? [{ type: 'text' as const, text: message.content }] : message.content
  return [
    ...signedThinking(message.providerData),
    ...parts.filter((part) => part.type !== 'text' || part.text !== '').map(contentBlock),
    ...(message.toolCalls ?? []).map((call) => ({ type: 'tool_use', id: call.id, name: call.name, input: call.input })),
  ]
}

/** Thinking goes back exactly as it came, or the vendor refuses the turn. */
function signedThinking(providerData: unknown): object[] {
  if (!Array.isArray(providerData)) return []
  return (providerData as ContentBlock[]).filter(({ type }) => type === 'thinking' || type === 'redacted_thinking')
}

function contentBlock(part: ContentPart): object {
  switch (part.type) {
    case 'text':
      return part
    case 'image':
      return { type: 'image', source: { type: 'base64', media_type: part.mimeType, data: part.data } }
    case 'image-url':
      return { type: 'image', source: { type: 'url', url: part.url } }
    default:
      return {
        type: 'document',
        title: part.name,
        source: { type: 'base64', media_type: part.mimeType, data: part.data },
      }
  }
}
