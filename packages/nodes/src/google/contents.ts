import type { ContentPart, Message, ToolSpec } from '@chatwright/core'
import { messageText } from '../model-values/message-text.ts'
import type { Part } from './wire.ts'

interface Content {
  role: 'user' | 'model'
  parts: object[]
}

/** Our messages in Gemini's words. A result names its function, so calls are looked up by their id. */
export function contents(messages: readonly Message[]): { systemInstruction?: object; contents: Content[] } {
  const system = messages.filter((message) => message.role === 'system').map((message) => messageText(message.content))
  const names = new Map(messages.flatMap((message) => (message.toolCalls ?? []).map((call) => [call.id, call.name])))
  const turns: Content[] = []
  for (const message of messages) {
    if (message.role === 'system') continue
    const role = message.role === 'assistant' ? 'model' : 'user'
    const parts = partsOf(message, names)
    const last = turns.at(-1)
    if (last?.role === role) last.parts.push(...parts)
    else if (parts.length > 0) turns.push({ role, parts })
  }
  return {
    ...(system.length > 0 && { systemInstruction: { parts: [{ text: system.join('\n\n') }] } }),
    contents: turns,
  }
}

export function functionTools(tools: readonly ToolSpec[]): object[] {
  return [
    {
      functionDeclarations: tools.map(({ name, description, parameters }) => ({
        name,
        description,
        parametersJsonSchema: parameters,
      })),
    },
  ]
}

function partsOf(message: Message, names: ReadonlyMap<string, string>): object[] {
  if (message.role === 'tool') {
    const name = names.get(message.toolCallId ?? '') ?? 'tool'
    return [{ functionResponse: { name, response: { result: messageText(message.content) } } }]
  }
  const parts =
    typeof message.content === 'string' ? [{ type: 'text' as const, text: message.content }] : message.content
  const calls =
    signedCalls(message.providerData) ??
    (message.toolCalls ?? []).map((call) => ({ functionCall: { name: call.name, args: call.input } }))
  return [...parts.filter((part) => part.type !== 'text' || part.text !== '').map(partOf), ...calls]
}

/** Calls go back with the signature they came with; newer models refuse them otherwise. */
function signedCalls(providerData: unknown): Part[] | undefined {
  if (!Array.isArray(providerData)) return undefined
  const parts = (providerData as Part[]).filter((part) => part.functionCall)
  return parts.length > 0 ? parts : undefined
}

function partOf(part: ContentPart): object {
  if (part.type === 'text') return { text: part.text }
  if (part.type === 'image-url') return { fileData: { fileUri: part.url } }
  return { inlineData: { mimeType: part.mimeType, data: part.data } }
}
