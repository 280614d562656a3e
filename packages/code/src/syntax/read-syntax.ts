import { CodeFault } from '../problem.ts'
import { Scanner } from './scanner.ts'
import type { Call, Field, Span, Statement, Value } from './syntax.ts'

/** Deeper than anything a stored flow holds, far from where a recursive reader overflows the stack. */
const MAX_DEPTH = 110

/**
 * Reads the statements of a flow file. Nothing is evaluated: what is no node, no value and no name of the flow is refused.
 * One statement that can't be read hides no other one.
 */
export function readSyntax(
  text: string,
  report: (fault: CodeFault) => void,
): { statements: Statement[]; tail: string[] } {
  const scanner = new Scanner(text)
  const statements: Statement[] = []
  for (let isStarted = false; !isStarted || !scanner.isAtEnd();) {
    const start = scanner.at
    try {
      if (isStarted) statements.push(new StatementReader(scanner).read())
      else scanner.start()
      isStarted = true
    } catch (error) {
      isStarted = true
      if (!(error instanceof CodeFault)) throw error
      report(error)
      scanner.skipToStatement(Math.max(start + 1, error.from))
    }
  }
  return { statements, tail: scanner.takeComments() }
}

class StatementReader {
  readonly #scanner: Scanner
  #depth = 0

  constructor(scanner: Scanner) {
    this.#scanner = scanner
  }

  read(): Statement {
    const scanner = this.#scanner
    const from = scanner.at
    const word = scanner.peekWord()
    if (word === 'export') {
      scanner.takeWord()
      const next = scanner.peekWord()
      if (next === 'default') {
        scanner.takeWord()
        return this.#statement(from, { type: 'header', value: this.#value() })
      }
      if (next !== 'const') throw this.#unexpected('default or const')
    }
    if (scanner.peekWord() === 'const') {
      scanner.takeWord()
      const at = scanner.at
      const name = scanner.takeWord()
      if (name === undefined) throw this.#unexpected('the name of the const')
      const span = { from: at, to: at + name.length }
      this.#take('=')
      return this.#statement(from, { type: 'const', name, nameSpan: span, value: this.#value() })
    }
    if (word === 'raw') return this.#statement(from, { type: 'raw', value: this.#value() })
    const found = word ?? scanner.look()
    throw new CodeFault('statement-unknown', { from, to: from + found.length }, { found })
  }

  #statement<Rest extends { value: Value }>(from: number, rest: Rest): Rest & Span & { comments: string[] } {
    const to = this.#scanner.lastEnd
    if (this.#scanner.peek() === ';') this.#scanner.skip()
    return { ...rest, from, to, comments: this.#scanner.takeComments(to) }
  }

  #value(): Value {
    this.#depth += 1
    const scanner = this.#scanner
    const from = scanner.at
    if (this.#depth > MAX_DEPTH) throw new CodeFault('too-deep', { from }, { most: String(MAX_DEPTH) })
    const value = this.#plainValue(from)
    this.#depth -= 1
    return value
  }

  #plainValue(from: number): Value {
    const scanner = this.#scanner
    const sign = scanner.peek()
    if (sign === '{') return this.#record(from)
    if (sign === '[') return this.#list(from)
    if (sign === "'" || sign === '"' || sign === '`') {
      return { type: 'literal', value: scanner.takeText(), from, to: scanner.lastEnd }
    }
    const number = scanner.takeNumber()
    if (number !== undefined) return { type: 'literal', value: number, from, to: scanner.lastEnd }
    const word = scanner.takeWord()
    if (word === undefined) throw this.#unexpected('a value')
    const to = scanner.lastEnd
    if (LITERALS.has(word)) return { type: 'literal', value: LITERALS.get(word), from, to }
    const path = [word]
    while (scanner.peek() === '.') {
      scanner.skip()
      const next = scanner.takeWord()
      if (next === undefined) throw this.#unexpected('a name')
      path.push(next)
    }
    if (scanner.peek() === '(') return this.#call(path, { from, to: scanner.lastEnd })
    if (path.length === 1) return { type: 'name', name: word, from, to }
    const found = path.join('.')
    throw new CodeFault('value-unknown', { from, to: from + found.length }, { found })
  }

  #call(path: readonly string[], { from, to }: Span): Call {
    const callee = { from, to }
    const values: Value[] = []
    this.#take('(')
    while (this.#scanner.peek() !== ')') {
      values.push(this.#value())
      if (this.#scanner.peek() !== ')') this.#take(',', ', or )')
    }
    this.#take(')')
    return { type: 'call', path, callee, values, from, to: this.#scanner.lastEnd }
  }

  #list(from: number): Value {
    const items: Value[] = []
    this.#take('[')
    while (this.#scanner.peek() !== ']') {
      items.push(this.#value())
      if (this.#scanner.peek() !== ']') this.#take(',', ', or ]')
    }
    this.#take(']')
    return { type: 'list', items, from, to: this.#scanner.lastEnd }
  }

  #record(from: number): Value {
    const fields: Field[] = []
    const names = new Set<string>()
    this.#take('{')
    while (this.#scanner.peek() !== '}') {
      const field = this.#field()
      if (names.has(field.name)) throw new CodeFault('key-twice', field, { name: field.name })
      names.add(field.name)
      fields.push(field)
      if (this.#scanner.peek() !== '}') this.#take(',', ', or }')
    }
    this.#take('}')
    return { type: 'record', fields, from, to: this.#scanner.lastEnd }
  }

  #field(): Field {
    const scanner = this.#scanner
    const from = scanner.at
    const name = this.#key(from)
    const to = scanner.lastEnd
    if (scanner.peek() === ':') {
      scanner.skip()
      return { name, value: this.#value(), from, to }
    }
    const isShort = text(scanner, from, to) === name && /^[A-Za-z_$]/.test(name)
    if (isShort && (scanner.peek() === ',' || scanner.peek() === '}')) {
      return { name, value: { type: 'name', name, from, to }, from, to }
    }
    throw this.#unexpected(': and a value')
  }

  #key(from: number): string {
    const scanner = this.#scanner
    const sign = scanner.peek()
    if (sign === '[') {
      scanner.skip()
      const quote = scanner.peek()
      if (quote !== "'" && quote !== '"') throw new CodeFault('key-unknown', { from }, { found: '[' })
      const name = scanner.takeText()
      this.#take(']')
      return name
    }
    const name =
      sign === "'" || sign === '"' ? scanner.takeText() : (scanner.takeWord() ?? scanner.takeNumber()?.toString())
    if (name === undefined) throw new CodeFault('key-unknown', { from }, { found: scanner.look() })
    if (name === '__proto__') throw new CodeFault('key-proto', { from, to: scanner.lastEnd })
    return name
  }

  #take(sign: string, expected = sign): void {
    if (this.#scanner.peek() !== sign) throw this.#unexpected(expected)
    this.#scanner.skip()
  }

  #unexpected(expected: string): CodeFault {
    const { at } = this.#scanner
    const found = this.#scanner.look()
    return new CodeFault('sign-unexpected', { from: at, to: at + found.length }, { found, expected })
  }
}

const LITERALS: ReadonlyMap<string, boolean | null | undefined> = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
  ['undefined', undefined],
])

function text(scanner: Scanner, from: number, to: number): string {
  return scanner.text.slice(from, to)
}
