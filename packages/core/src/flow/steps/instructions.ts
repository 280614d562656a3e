import type { InputDescription } from '../document.ts'
import { shownRows, type Row } from './read-rows.ts'

const SYSTEM = 'system'

/** The place of the row that says what a node is to do; -1 where nobody wrote one. */
export function instructionsAt(rows: readonly Row[]): number {
  return rows.findIndex(({ role }) => role === SYSTEM)
}

/** What a node is told to do, out of its list of messages. */
export function readInstructions(input: InputDescription, value: unknown): string {
  const rows = shownRows(input, value) ?? []
  const text = rows[instructionsAt(rows)]?.['content']
  return typeof text === 'string' ? text : ''
}

/** The list of messages with other instructions; without any the row goes, too. */
export function writeInstructions(input: InputDescription, value: unknown, text: string): Row[] {
  const rows = shownRows(input, value) ?? []
  const at = instructionsAt(rows)
  if (text === '') return rows.filter((_, index) => index !== at)
  return at < 0 ? [{ role: SYSTEM, content: text }, ...rows] : rows.with(at, { ...rows[at], content: text })
}
