import { parseJson } from '../../parse-json.ts'
import type { InputDescription } from '../document.ts'

export type Row = Readonly<Record<string, unknown>>

/** The rows of a list as they are stored: a list, JSON of one, or nothing; `undefined` for what is no list of rows. */
export function readRows(value: unknown): Row[] | undefined {
  if (value === undefined || value === null || value === '') return []
  const read = typeof value === 'string' ? readJson(value) : value
  return Array.isArray(read) && read.every(isRecord) ? read : undefined
}

/** The rows that an input shows: those of its own that it begins with, as long as nobody changed any. */
export function shownRows(input: Pick<InputDescription, 'default'>, value: unknown): Row[] | undefined {
  return readRows(value === undefined || value === null || value === '' ? input.default : value)
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function readJson(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}
