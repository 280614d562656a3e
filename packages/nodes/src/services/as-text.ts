const FORMULA = /^\s*[=+\-@]/
const PLAIN_NUMBER = /^\s*[+-]?[\d.,]+%?\s*$/

/** A cell as a spreadsheet takes it: a text that it would run as a formula is marked as a text. */
export function asText(cell: unknown): unknown {
  if (typeof cell !== 'string' || !FORMULA.test(cell) || PLAIN_NUMBER.test(cell)) return cell
  return `'${cell}`
}
