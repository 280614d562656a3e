import { parseJson } from '../parse-json.ts'
/** The short name in a stored choice: the last `:` part of its last entry, or of each entry of a JSON list. */
export function chosenModel(value: string | readonly string[]): string {
  const list = typeof value === 'string' ? readList(value) : value
  if (list) return list.map(lastPart).join(', ')
  return lastPart(value as string)
}

function lastPart(text: string): string {
  const entry = text.slice(text.lastIndexOf(',') + 1)
  return entry.slice(entry.lastIndexOf(':') + 1).trim()
}

function readList(text: string): string[] | undefined {
  if (!text.trim().startsWith('[')) return undefined
  try {
    const value: unknown = parseJson(text)
    return Array.isArray(value) ? value.map(String) : undefined
  } catch {
    return undefined
  }
}
