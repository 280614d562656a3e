import { parseJson } from '@chatwright/core'

/**
 * Reads JSON as people and models write it: single quotes, names without quotes, comments, commas before a closing
 * bracket, and backslashes that an editor put before signs. Throws a SyntaxError where nothing helps.
 */
export function readLooseJson(text: string): unknown {
  const unescaped = text.replaceAll(/\\(["'[\]{}\\_*])/g, '$1')
  let fault: unknown
  for (const candidate of [() => text, () => tighten(text), () => tighten(unescaped)]) {
    try {
      return parseJson(candidate())
    } catch (error) {
      fault ??= error
    }
  }
  throw fault
}

/** The same data in strict JSON. One pass from sign to sign; what is no JSON at all is left for the parser to refuse. */
function tighten(text: string): string {
  let strict = ''
  /** A comma waits for what comes after it. */
  let hasComma = false
  for (let at = 0; at < text.length;) {
    const { piece, end, isSilent } = nextPiece(text, at)
    at = end
    if (isSilent) continue
    if (piece === ',') {
      hasComma = true
      continue
    }
    if (hasComma && piece !== ']' && piece !== '}') strict += ','
    hasComma = false
    strict += piece
  }
  return strict
}

interface Piece {
  piece: string
  end: number
  isSilent?: boolean
}

const SIGNS: ReadonlySet<string> = new Set(['{', '}', '[', ']', ':', ','])

function nextPiece(text: string, at: number): Piece {
  const sign = text.charAt(at)
  if (SIGNS.has(sign)) return { piece: sign, end: at + 1 }
  if (sign === '"' || sign === "'") return quoted(text, at)
  if (/\s/.test(sign)) return { piece: '', end: at + 1, isSilent: true }
  if (sign === '/' && text.charAt(at + 1) === '/') return { piece: '', end: endOf(text, '\n', at), isSilent: true }
  if (sign === '/' && text.charAt(at + 1) === '*') return { piece: '', end: endOf(text, '*/', at + 2), isSilent: true }
  return bare(text, at)
}

function endOf(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from)
  return found === -1 ? text.length : found + mark.length
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['b', '\b'],
  ['f', '\f'],
  ['v', '\v'],
  ['\n', ''],
])

function quoted(text: string, start: number): Piece {
  const quote = text.charAt(start)
  const parts: string[] = []
  let at = start + 1
  while (at < text.length && text.charAt(at) !== quote) {
    const sign = text.charAt(at)
    if (sign !== '\\') {
      parts.push(sign)
      at += 1
      continue
    }
    const code = /^u[\da-fA-F]{4}$/.test(text.slice(at + 1, at + 6)) ? text.slice(at + 2, at + 6) : undefined
    const next = text.charAt(at + 1)
    parts.push(code === undefined ? (ESCAPES.get(next) ?? next) : String.fromCodePoint(Number.parseInt(code, 16)))
    at += code === undefined ? 2 : 6
  }
  return { piece: JSON.stringify(parts.join('')), end: at + 1 }
}

/** A number, `true`, `false`, `null`, or a name without quotes. */
function bare(text: string, start: number): Piece {
  let end = start
  while (end < text.length && !SIGNS.has(text.charAt(end)) && !/[\s"'/]/.test(text.charAt(end))) end += 1
  if (end === start) end += 1
  const word = text.slice(start, end)
  if (word === 'true' || word === 'false' || word === 'null') return { piece: word, end }
  const number = /^[+-]?(?:\d|\.\d|0[xX][\da-fA-F])/.test(word) ? Number(word) : Number.NaN
  return { piece: JSON.stringify(Number.isFinite(number) ? number : word), end }
}
