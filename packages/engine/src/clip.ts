import type { Message } from '@chatwright/core'

/** What a trace keeps of an input or output; more would make traces larger than the conversations they explain. */
export const CLIP_LENGTH = 2048

export function clip(text: string): string {
  return text.length <= CLIP_LENGTH ? text : `${cut(text, CLIP_LENGTH - 1)}…`
}

export function clipValue(value: unknown): string {
  if (typeof value === 'string') return clip(value)
  try {
    return clip(JSON.stringify(value, shortenStrings) ?? '')
  } catch {
    return "[can't be shown]"
  }
}

/** Newest first until the space is used up, so that a long history does not hide the question. */
export function clipMessages(messages: readonly Message[]): string {
  const lines: string[] = []
  let space = CLIP_LENGTH
  for (let index = messages.length - 1; index >= 0 && space > 0; index -= 1) {
    const message = messages[index]
    if (!message) continue
    const line = `${message.role}: ${textOf(message)}`
    lines.unshift(line.length > space ? `${cut(line, space)}…` : line)
    space -= line.length + 1
  }
  return lines.join('\n')
}

/** Never through the middle of a character outside the basic plane: databases refuse half of one. */
function cut(text: string, length: number): string {
  const last = text.charCodeAt(length - 1)
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length)
}

function textOf({ content, toolCalls }: Message): string {
  const text = typeof content === 'string' ? content : content.map(partText).join(' ')
  return toolCalls?.length ? `${text} ${toolCalls.map((call) => `→ ${call.name}`).join(' ')}` : text
}

function partText(part: Exclude<Message['content'], string>[number]): string {
  return part.type === 'text' ? part.text : `[${part.type}]`
}

/** Inline images and files would otherwise be written out whole only to be cut. */
function shortenStrings(_key: string, value: unknown): unknown {
  return typeof value === 'string' && value.length > CLIP_LENGTH ? `${cut(value, CLIP_LENGTH)}…` : value
}
