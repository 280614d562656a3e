import type { ContentPart, Message } from '@chatwright/core'

/** The text of a message, without images and files. */
export function messageText(content: string | readonly ContentPart[]): string {
  if (typeof content === 'string') return content
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('')
}

/** A conversation as lines, for prompts that take it as text. */
export function conversationText(messages: readonly Message[]): string {
  return messages
    .filter((message) => message.role === 'user' || message.role === 'assistant')
    .map((message) => `${message.role === 'user' ? 'Human' : 'Assistant'}: ${messageText(message.content)}`)
    .join('\n')
}
