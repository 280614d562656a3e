import type { ContentPart, Message, ToolSpec } from '@chatwright/core'
import { messageText } from '../model-values/message-text.ts'
import { strictParameters } from './strict-parameters.ts'

/** Our messages in the words of OpenAI's chat API. */
export function chatMessages(messages: readonly Message[]): object[] {
  return messages.map((message) => {
    if (message.role === 'tool') {
      return { role: 'tool', tool_call_id: message.toolCallId, content: messageText(message.content) }
    }
    if (message.toolCalls?.length) {
      return {
        role: 'assistant',
        content: messageText(message.content) || null,
        ...reasoningOf(message.providerData),
        tool_calls: message.toolCalls.map((call) => ({
          id: call.id,
          type: 'function',
          function: { name: call.name, arguments: JSON.stringify(call.input) },
        })),
      }
    }
    return {
      role: message.role,
      content: typeof message.content === 'string' ? message.content : message.content.map(contentPart),
    }
  })
}

export function chatTools(tools: readonly ToolSpec[], isStrict: boolean): object[] {
  return tools.map(({ name, description, parameters }) => {
    const strict = isStrict ? strictParameters(parameters) : undefined
    const inputs = strict ? { parameters: strict, strict: true } : { parameters }
    return { type: 'function', function: { name, description, ...inputs } }
  })
}

/** What the model thought before it called a tool goes back as it came: DeepSeek refuses the next step without it. */
function reasoningOf(providerData: unknown): object {
  return typeof providerData === 'object' && providerData !== null && 'reasoning_content' in providerData
    ? { reasoning_content: providerData.reasoning_content }
    : {}
}

function contentPart(part: ContentPart): object {
  switch (part.type) {
    case 'text':
      return { type: 'text', text: part.text }
    case 'image':
      return { type: 'image_url', image_url: { url: `data:${part.mimeType};base64,${part.data}` } }
    case 'image-url':
      return { type: 'image_url', image_url: { url: part.url } }
    default:
      return { type: 'file', file: { filename: part.name, file_data: `data:${part.mimeType};base64,${part.data}` } }
  }
}
