import type { ContentPart, Message, ToolSpec } from '@chatwright/core'
import { messageText } from '../model-values/message-text.ts'
import { strictParameters } from '../openai-compatible/strict-parameters.ts'
import type { ReasoningItem } from './wire.ts'

/** Our messages as the items of a response: what was said, what was called, what came of it. */
export function inputItems(messages: readonly Message[]): object[] {
  return messages.flatMap((message) => {
    if (message.role === 'tool') {
      return [{ type: 'function_call_output', call_id: message.toolCallId, output: messageText(message.content) }]
    }
    const isPlain = message.role === 'assistant' || typeof message.content === 'string'
    const said = isPlain ? messageText(message.content) : (message.content as ContentPart[]).map(inputPart)
    return [
      ...reasoningItems(message.providerData),
      ...(said.length > 0 ? [{ role: message.role, content: said }] : []),
      ...(message.toolCalls ?? []).map(({ id, name, input }) => ({
        type: 'function_call',
        call_id: id,
        name,
        arguments: JSON.stringify(input),
      })),
    ]
  })
}

/** Strictness is said either way: left out, the vendor takes every schema as strict. */
export function functionTools(tools: readonly ToolSpec[], isStrict: boolean): object[] {
  return tools.map(({ name, description, parameters }) => {
    const strict = isStrict ? strictParameters(parameters) : undefined
    return { type: 'function', name, description, parameters: strict ?? parameters, strict: strict !== undefined }
  })
}

/** Nothing is kept at the vendor, so its reasoning comes along, encrypted, or the model begins to think anew. */
function reasoningItems(providerData: unknown): object[] {
  if (!Array.isArray(providerData)) return []
  return (providerData as ReasoningItem[]).filter(({ type, encrypted_content: kept }) => type === 'reasoning' && kept)
}

function inputPart(part: ContentPart): object {
  switch (part.type) {
    case 'text':
      return { type: 'input_text', text: part.text }
    case 'image':
      return { type: 'input_image', image_url: `data:${part.mimeType};base64,${part.data}` }
    case 'image-url':
      return { type: 'input_image', image_url: part.url }
    default:
      return { type: 'input_file', filename: part.name, file_data: `data:${part.mimeType};base64,${part.data}` }
  }
}
