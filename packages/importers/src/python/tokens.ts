export interface Token {
  type: 'name' | 'number' | 'text' | 'sign' | 'line' | 'indent' | 'dedent' | 'end'
  text: string
  /** Of a text: the letters before its quotes. */
  prefix?: string
}

/** What a Python file has that this reader does not know. */
export class Untranslatable extends Error {}

const NUMBER = /(?:0[xX][\da-fA-F]+|(?:\d[\d_]*)?\.?\d[\d_]*\.?(?:[eE][+-]?\d+)?)/y
const NAME = /[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*/y
const SIGN =
  /\*\*=|\/\/=|<<=|>>=|->|:=|\*\*|\/\/|==|!=|<=|>=|<<|>>|\+=|-=|\*=|\/=|%=|&=|\|=|\^=|[-+*/%@&|^~<>()[\]{},:.;=]/y
const LONGEST = 50_000

export function readTokens(source: string): Token[] {
  if (source.length > LONGEST) throw new Untranslatable('too long')
  const text = source.replaceAll('\r\n', '\n').replaceAll('\t', '    ')
  const tokens: Token[] = []
  const indents = [0]
  let depth = 0
  let at = 0
  let isLineStart = true
  while (at < text.length) {
    if (isLineStart && depth === 0) {
      const start = at
      while (text.charAt(at) === ' ') at += 1
      if (text.charAt(at) === '\n' || text.charAt(at) === '#') {
        at = lineEnd(text, at) + 1
        continue
      }
      const width = at - start
      if (width > (indents.at(-1) ?? 0)) {
        indents.push(width)
        tokens.push({ type: 'indent', text: '' })
      }
      while (width < (indents.at(-1) ?? 0)) {
        indents.pop()
        tokens.push({ type: 'dedent', text: '' })
      }
      if (width !== indents.at(-1)) throw new Untranslatable('indentation')
      isLineStart = false
    }
    const sign = text.charAt(at)
    if (sign === '\n') {
      if (depth === 0) {
        tokens.push({ type: 'line', text: '' })
        isLineStart = true
      }
      at += 1
    } else if (sign === ' ' || sign === '\f') at += 1
    else if (sign === '\\' && text.charAt(at + 1) === '\n') at += 2
    else if (sign === '#') at = lineEnd(text, at)
    else {
      const string = /(?:[rRbBuUfF]{0,2})("""|'''|"|')/y
      string.lastIndex = at
      const quote = string.exec(text)
      if (quote) {
        const prefix = quote[0].slice(0, -(quote[1] ?? '').length).toLowerCase()
        const { end, body } = readText(text, string.lastIndex, {
          mark: quote[1] ?? '"',
          isRaw: prefix.includes('r'),
          isFormatted: prefix.includes('f'),
        })
        tokens.push({ type: 'text', text: body, prefix })
        at = end
        continue
      }
      const found = match(NAME, text, at) ?? match(NUMBER, text, at) ?? match(SIGN, text, at)
      if (found === undefined) throw new Untranslatable(`"${sign}"`)
      const type = /^[A-Za-z_\u0080-\uffff]/.test(found) ? 'name' : /\d/.test(found) ? 'number' : 'sign'
      if (type === 'sign' && '([{'.includes(found)) depth += 1
      if (type === 'sign' && ')]}'.includes(found)) depth = Math.max(0, depth - 1)
      tokens.push({ type, text: found })
      at += found.length
    }
  }
  if (tokens.at(-1)?.type !== 'line') tokens.push({ type: 'line', text: '' })
  for (let level = indents.length; level > 1; level -= 1) tokens.push({ type: 'dedent', text: '' })
  tokens.push({ type: 'end', text: '' })
  return tokens
}

function match(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at
  const found = pattern.exec(text)?.[0]
  return found === '' ? undefined : found
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  return end === -1 ? text.length : end
}

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  '0': '\0',
  b: '\b',
  f: '\f',
  v: '\v',
  a: '\u0007',
  '\n': '',
}

function readText(
  text: string,
  start: number,
  { mark, isRaw, isFormatted }: { mark: string; isRaw: boolean; isFormatted: boolean },
): { end: number; body: string } {
  const parts: string[] = []
  let at = start
  while (at < text.length && !text.startsWith(mark, at)) {
    const sign = text.charAt(at)
    if (sign === '\n' && mark.length === 1) throw new Untranslatable('a text that is not closed')
    if (sign !== '\\' || isRaw) {
      if (sign === '\\') parts.push(sign, text.charAt((at += 1)))
      else parts.push(sign)
      at += 1
      continue
    }
    const code = /^(?:u([\da-fA-F]{4})|x([\da-fA-F]{2})|U([\da-fA-F]{8}))/.exec(text.slice(at + 1, at + 10))
    const next = text.charAt(at + 1)
    if (code) parts.push(String.fromCodePoint(Number.parseInt(code[1] ?? code[2] ?? code[3] ?? '0', 16)))
    else parts.push(next in ESCAPES ? (ESCAPES[next] ?? '') : `${'\'"\\'.includes(next) ? '' : '\\'}${next}`)
    at += code ? code[0].length + 1 : 2
  }
  if (at >= text.length) throw new Untranslatable('a text that is not closed')
  void isFormatted
  return { end: at + mark.length, body: parts.join('') }
}
