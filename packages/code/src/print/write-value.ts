import { escapeOf, isHidden } from '../syntax/signs.ts'

/** Code that stands for a value: the name of a const, a call. */
export class Written {
  readonly code: string

  constructor(code: string) {
    this.code = code
  }
}

/** What fits on a line. */
const LINE = 100

/** A value as code: on one line where it fits, else each part on a line of its own. */
export function writeValue(value: unknown, indent: string, before: number): string {
  if (value instanceof Written) return value.code
  if (typeof value === 'string') return writeText(value)
  if (typeof value !== 'object' || value === null) return writePlain(value)
  const isList = Array.isArray(value)
  const inner = `${indent}  `
  const written = isList
    ? value.map((item: unknown) => writeValue(item, inner, inner.length + 1))
    : Object.entries(value).map(([name, item]: [string, unknown]) => {
        const key = `${writeKey(name)}: `
        return key + writeValue(item, inner, inner.length + key.length + 1)
      })
  const [open, close, space] = isList ? ['[', ']', ''] : ['{', '}', ' ']
  if (written.length === 0) return open + close
  const length = written.reduce((sum, part) => sum + part.length + 2, before + 4)
  const isShort = length <= LINE && written.every((part) => !part.includes('\n'))
  if (isShort) return `${open}${space}${written.join(', ')}${space}${close}`
  return `${open}\n${written.map((part) => `${inner}${part},\n`).join('')}${indent}${close}`
}

function writePlain(value: unknown): string {
  if (typeof value === 'number') return Object.is(value, -0) ? '0' : String(value)
  return value === undefined ? 'undefined' : JSON.stringify(value)
}

export function writeKey(key: string): string {
  // As a plain key it would change the object instead of naming a part of it.
  if (key === '__proto__') return "['__proto__']"
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : writeText(key)
}

/** A text on one line, in which every sign is to be seen. */
export function writeText(text: string): string {
  if (PLAIN.test(text)) return `'${text}'`
  let written = ''
  for (const sign of text) {
    const code = sign.codePointAt(0) ?? 0
    const escape = ESCAPES.get(sign)
    if (escape !== undefined) written += escape
    else if (isHidden(sign) || (code >= 0xd8_00 && code <= 0xdf_ff)) written += escapeOf(code)
    else written += sign
  }
  return `'${written}'`
}

const PLAIN = /^[ !"#$%&()*+,\-./:;<=>?@[\]^_`{|}~\w]*$/
const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['\\', '\\\\'],
  ["'", "\\'"],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
])
