import { NodeError } from '@chatwright/core'

/** The few expressions a schema is written with. */
export type Expression =
  | { kind: 'literal'; value: string | number | boolean | null }
  | { kind: 'array'; items: Expression[] }
  | { kind: 'object'; entries: [string, Expression][] }
  | { kind: 'chain'; calls: Call[] }

/** One call of a chain such as `z.string().optional()`, without the leading `z`. */
export interface Call {
  name: string
  arguments: Expression[]
}

type Token = { text: string; kind: 'name' | 'string' | 'number' | 'sign' }

/** Reads the notation into a tree; nothing of it is ever run. */
export function parseExpression(text: string): Expression {
  const reader = new Reader(tokens(text))
  const expression = reader.expression()
  reader.skip(';')
  reader.end()
  return expression
}

class Reader {
  readonly #tokens: Token[]
  #at = 0

  constructor(tokenList: Token[]) {
    this.#tokens = tokenList
  }

  expression(): Expression {
    const token = this.#next('the end of the text')
    if (token.kind === 'string') return { kind: 'literal', value: token.text }
    if (token.kind === 'number') return { kind: 'literal', value: Number(token.text) }
    if (token.text === '[') return { kind: 'array', items: this.#list(']', () => this.expression()) }
    if (token.text === '{') return { kind: 'object', entries: this.#list('}', () => this.#entry()) }
    if (token.text === 'true' || token.text === 'false') return { kind: 'literal', value: token.text === 'true' }
    if (token.text === 'null') return { kind: 'literal', value: null }
    if (token.text === 'z') return this.#chain()
    throw misread(`"${token.text}" isn't expected here`)
  }

  skip(sign: string): boolean {
    const isThere = this.#tokens[this.#at]?.text === sign && this.#tokens[this.#at]?.kind === 'sign'
    if (isThere) this.#at++
    return isThere
  }

  end(): void {
    const left = this.#tokens[this.#at]
    if (left) throw misread(`"${left.text}" comes after the end`)
  }

  #chain(): Expression {
    const calls: Call[] = []
    while (this.skip('.')) {
      const name = this.#next('a name').text
      if (!this.skip('(')) throw misread(`"(" is missing after "${name}"`)
      calls.push({ name, arguments: this.#list(')', () => this.expression()) })
    }
    return { kind: 'chain', calls }
  }

  #entry(): [string, Expression] {
    const key = this.#next('a property').text
    if (!this.skip(':')) throw misread(`":" is missing after "${key}"`)
    return [key, this.expression()]
  }

  #list<Item>(close: string, item: () => Item): Item[] {
    const items: Item[] = []
    while (!this.skip(close)) {
      items.push(item())
      if (!this.skip(',') && this.#tokens[this.#at]?.text !== close) throw misread(`"${close}" or "," is missing`)
    }
    return items
  }

  #next(wanted: string): Token {
    const token = this.#tokens[this.#at]
    if (!token) throw misread(`it ends where ${wanted} is expected`)
    this.#at++
    return token
  }
}

const pattern =
  /\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/|(?<name>[A-Za-z_$][\w$]*)|(?<number>-?\d+(?:\.\d+)?)|(?<string>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`)|(?<sign>[()[\]{}.,:;])/y

function tokens(text: string): Token[] {
  const found: Token[] = []
  pattern.lastIndex = 0
  while (pattern.lastIndex < text.length) {
    const at = pattern.lastIndex
    const match = pattern.exec(text)
    if (!match) throw misread(`"${text.slice(at, at + 10)}" can't be read`)
    const { name, number, string, sign } = match.groups ?? {}
    if (name) found.push({ text: name, kind: 'name' })
    else if (number) found.push({ text: number, kind: 'number' })
    else if (string) found.push({ text: unquote(string), kind: 'string' })
    else if (sign) found.push({ text: sign, kind: 'sign' })
  }
  return found
}

function unquote(text: string): string {
  return text.slice(1, -1).replaceAll(/\\(.)/g, (_, character: string) => (character === 'n' ? '\n' : character))
}

function misread(problem: string): NodeError {
  return new NodeError(`The schema can't be read: ${problem}.`, {
    code: 'bad-input',
    field: 'exampleJson',
    hint: 'Use a form such as z.object({ title: z.string().describe("The title") }), or JSON Schema.',
  })
}
