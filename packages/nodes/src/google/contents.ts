import type { ContentPart, Message, ToolCall, ToolSpec } from '@chatwright/core'
import { messageText } from '../model-values/message-text.ts'
import type { Part } from './wire.ts'

interface Content {
  role: 'user' | 'model'
  parts: object[]
}

/** Our messages in Gemini's words. A result names its function, so calls are looked up by their id. */
export function contents(messages: readonly Message[]): { systemInstruction?: object; contents: Content[] } {
  const system = messages.filter((message) => message.role === 'system').map((message) => messageText(message.content))
  const calls = new Map(messages.flatMap((message) => (message.toolCalls ?? []).map((call) => calledBy(call, message))))
  const turns: Content[] = []
  for (const message of messages) {
    if (message.role === 'system') continue
    const role = message.role === 'assistant' ? 'model' : 'user'
    const parts = partsOf(message, calls)
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

interface Called {
  name: string
  id?: string
}

/** A result carries the id of its call when the vendor gave one; ids of our own mean nothing to it. */
function calledBy({ id, name }: ToolCall, { providerData }: Message): [string, Called] {
  const isVendors = signedCalls(providerData)?.some((part) => part.functionCall?.id === id) ?? false
  return [id, isVendors ? { id, name } : { name }]
}

function partsOf(message: Message, calls: ReadonlyMap<string, Called>): object[] {
  if (message.role === 'tool') {
    const called = calls.get(message.toolCallId ?? '') ?? { name: 'tool' }
    return [{ functionResponse: { ...called, response: { result: messageText(message.content) } } }]
  }
  const parts =
    typeof message.content === 'string' ? [{ type: 'text' as const, text: message.content }] : message.content
  const made =
    signedCalls(message.providerData) ??
    (message.toolCalls ?? []).map((call) => ({ functionCall: { name: call.name, args: call.input } }))
  return [...parts.filter((part) => part.type !== 'text' || part.text !== '').map(partOf), ...made]
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
