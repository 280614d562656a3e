import { parseJson } from '@chatwright/core'
const SHOWN_CHARACTERS = 400

/** Services put their sentence in different places of an error; a page of HTML is nobody's sentence. */
export function saidBy(body: string): string {
  const parsed = readJson(body)
  const sentence = parsed === undefined ? (/^\s*</.test(body) ? '' : body) : (messageIn(parsed) ?? '')
  const flat = sentence.replaceAll(/\s+/g, ' ').trim()
  return flat.length > SHOWN_CHARACTERS ? `${flat.slice(0, SHOWN_CHARACTERS - 1)}…` : flat
}

/** The code of a failed connection, wherever it lies among the causes. */
export function failureCode(error: unknown): string | undefined {
  for (let each: unknown = error; each instanceof Error; each = each.cause) {
    if ('code' in each && typeof each.code === 'string') return each.code
  }
  return undefined
}

function messageIn(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return messageIn(value[0])
  if (typeof value !== 'object' || value === null) return undefined
  const fields = value as Record<string, unknown>
  for (const name of ['error', 'errors', 'message', 'detail', 'error_description', 'msg', 'status']) {
    const found = fields[name] === undefined ? undefined : messageIn(fields[name])
    if (found !== undefined) return found
  }
  return undefined
}

function readJson(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}
