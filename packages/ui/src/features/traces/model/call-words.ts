/** A message of a request, as text. */
export interface SaidMessage {
  role: string
  text: string
}

/** The messages that a model was asked with; nothing of any other call. */
export function messagesIn(request: unknown): SaidMessage[] | undefined {
  if (!isRecord(request) || !Array.isArray(request['messages'])) return undefined
  return request['messages'].filter(isRecord).map(({ role, content, ...rest }) => ({
    role: typeof role === 'string' ? role : '',
    text: typeof content === 'string' && content !== '' ? content : JSON.stringify(content ?? rest, null, 2),
  }))
}

export function textsOf(messages: readonly SaidMessage[]): string[] {
  return messages.map(({ text }) => text)
}

/** The words of a model's answer as one text; nothing of any other call. */
export function wordsSaid(response: unknown): string | undefined {
  if (!isRecord(response) || !Array.isArray(response['said'])) return undefined
  const words = response['said']
    .filter(isRecord)
    .map(({ type, text }) => (type === 'text' && typeof text === 'string' ? text : ''))
    .join('')
  return words === '' ? undefined : words
}

/** What came of a call besides those words, as it came: how a recording stores it is nobody's concern. Nothing where that was all. */
export function besidesWords(response: unknown): unknown {
  if (!isRecord(response) || !Array.isArray(response['said'])) return response
  const { said, ...rest } = response
  const others = (said as unknown[]).flatMap((part) => {
    if (!isRecord(part) || part['type'] === 'text') return []
    const { cuts: _, ...shown } = part
    return [shown]
  })
  const left = { ...rest, ...(others.length > 0 && { said: others }) }
  return Object.keys(left).length === 0 ? undefined : left
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
