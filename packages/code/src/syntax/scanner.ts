import { CodeFault } from '../problem.ts'
import { nameOfSign } from './signs.ts'

/** Walks over the text of a flow file once, from sign to sign; blanks and comments are passed on the way. */
export class Scanner {
  readonly text: string
  /** Where the next sign stands. */
  at = 0
  /** Where the sign before it ended. */
  lastEnd = 0
  #comments: { from: number; lines: string[] }[] = []

  constructor(text: string) {
    this.text = text
  }

  /** To the first sign. */
  start(): void {
    this.#passBlanks()
  }

  isAtEnd(): boolean {
    return this.at >= this.text.length
  }

  peek(): string {
    return this.text[this.at] ?? ''
  }

  skip(): void {
    this.at += 1
    this.#passBlanks()
  }

  /** The lines of the comments passed so far, up to a place where one statement ended. */
  takeComments(before = Number.POSITIVE_INFINITY): string[] {
    const taken = this.#comments.filter(({ from }) => from < before)
    this.#comments = this.#comments.filter(({ from }) => from >= before)
    return taken.flatMap(({ lines }) => lines)
  }

  peekWord(): string | undefined {
    WORD.lastIndex = this.at
    return WORD.exec(this.text)?.[0]
  }

  takeWord(): string | undefined {
    const word = this.peekWord()
    if (word === undefined) return undefined
    this.at += word.length
    this.#refuseForeign()
    this.#passBlanks()
    return word
  }

  takeNumber(): number | undefined {
    NUMBER.lastIndex = this.at
    const [found] = NUMBER.exec(this.text) ?? []
    if (found === undefined) return undefined
    const from = this.at
    const digits = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(found)
    const value = Number(found)
    if (!digits || !Number.isFinite(value)) {
      throw new CodeFault('number-wrong', { from, to: from + found.length }, { found: found.slice(0, 40) })
    }
    this.at += found.length
    this.#passBlanks()
    return value
  }

  /** A text in any quotes; in backquotes it may go over several lines, but has no holes. */
  takeText(): string {
    const quote = this.peek()
    const from = this.at
    let place = from + 1
    let value = ''
    for (let start = place; ;) {
      const sign = this.text[place]
      if (sign === undefined || ((sign === '\n' || sign === '\r') && quote !== '`')) {
        throw new CodeFault('text-open', { from, to: place }, { quote })
      }
      if (sign === quote) {
        value += this.text.slice(start, place)
        break
      }
      if (sign === '\\') {
        const { text, end } = this.#escape(place)
        value += this.text.slice(start, place) + text
        place = end
        start = end
      } else if (sign === '\r') {
        // A template literal holds line ends as \n, however the file has them.
        value += `${this.text.slice(start, place)}\n`
        place += this.text[place + 1] === '\n' ? 2 : 1
        start = place
      } else if (sign === '$' && quote === '`' && this.text[place + 1] === '{') {
        throw new CodeFault('template-hole', { from: place, to: place + 2 })
      } else {
        place += 1
      }
    }
    this.at = place + 1
    this.#passBlanks()
    return value
  }

  /** The next sign or word, for messages. */
  look(): string {
    if (this.isAtEnd()) return 'the end of the file'
    return (this.peekWord() ?? String.fromCodePoint(this.text.codePointAt(this.at) ?? 0)).slice(0, 40)
  }

  /** After something unreadable: to the next line that begins a statement. */
  skipToStatement(from: number): void {
    STATEMENT.lastIndex = from
    this.at = STATEMENT.exec(this.text)?.index ?? this.text.length
    this.#comments = []
    this.lastEnd = this.at
  }

  #passBlanks(): void {
    this.lastEnd = this.at
    for (;;) {
      const code = this.text.charCodeAt(this.at)
      if (code === SPACE || code === LINE || code === TAB || code === RETURN) {
        this.at += 1
        continue
      }
      if (code !== SLASH) break
      const next = this.text.charCodeAt(this.at + 1)
      if (next === SLASH) this.#passLine()
      else if (next === STAR) this.#passBlock()
      else break
    }
    this.#refuseForeign()
  }

  #passLine(): void {
    const from = this.at
    LINE_END.lastIndex = from
    const end = LINE_END.exec(this.text)?.index ?? this.text.length
    this.#comments.push({ from, lines: [this.text.slice(from + 2, end).replace(/^ /, '')] })
    this.at = end
  }

  #passBlock(): void {
    const from = this.at
    const end = this.text.indexOf('*/', from + 2)
    if (end < 0) {
      this.at = this.text.length
      throw new CodeFault('comment-open', { from, to: from + 2 })
    }
    const lines = this.text
      .slice(from + 2, end)
      .split(/\r\n|\n|\r/)
      .map((line) => line.trim().replace(/^\*+ ?/, ''))
    const first = lines.findIndex((line) => line !== '')
    const last = lines.findLastIndex((line) => line !== '')
    this.#comments.push({ from, lines: first < 0 ? [] : lines.slice(first, last + 1) })
    this.at = end + 2
  }

  #escape(place: number): { text: string; end: number } {
    const sign = this.text[place + 1] ?? ''
    if (sign === 'u' || sign === 'x') {
      ESCAPE.lastIndex = place
      const found = ESCAPE.exec(this.text)
      const code = Number.parseInt(found?.[1] ?? found?.[2] ?? found?.[3] ?? '', 16)
      if (!found || code > 0x10_ff_ff)
        throw new CodeFault('escape-wrong', { from: place, to: place + 2 }, { escape: `\\${sign}` })
      const text = found[2] === undefined ? String.fromCharCode(code) : String.fromCodePoint(code)
      return { text, end: place + found[0].length }
    }
    // A line that goes on is no part of the text.
    if (sign === '\r') return { text: '', end: place + (this.text[place + 2] === '\n' ? 3 : 2) }
    if (sign === '\n') return { text: '', end: place + 2 }
    const text = ESCAPES.get(sign) ?? (/[A-Za-z\d]/.test(sign) ? undefined : sign)
    if (text === undefined) throw new CodeFault('escape-wrong', { from: place, to: place + 2 }, { escape: `\\${sign}` })
    return { text, end: place + 2 }
  }

  #refuseForeign(): void {
    if (!(this.text.charCodeAt(this.at) >= 0x80)) return
    const code = this.text.codePointAt(this.at) ?? 0
    const letter = String.fromCodePoint(code)
    throw new CodeFault(
      'letter-foreign',
      { from: this.at, to: this.at + letter.length },
      { letter, sign: nameOfSign(code) },
    )
  }
}

const WORD = /[A-Za-z_$][\w$]*/y
const NUMBER = /-?\.?\d(?:[eE][+-]|[\w.])*/y
const ESCAPE = /\\(?:u([\dA-Fa-f]{4})|u\{([\dA-Fa-f]{1,6})\}|x([\dA-Fa-f]{2}))/y
const STATEMENT = /^(?:const|export|raw\b)/gm
const LINE_END = /[\r\n]/g
const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['b', '\b'],
  ['f', '\f'],
  ['v', '\v'],
  ['0', '\0'],
])
const SPACE = 0x20
const LINE = 0x0a
const TAB = 0x09
const RETURN = 0x0d
const SLASH = 0x2f
const STAR = 0x2a
