import { NodeError } from '@chatwright/core'

/** Works out an arithmetic expression. A parser of our own: nothing of the text is ever run as code. */
export function evaluateExpression(expression: string): number {
  const tokens = tokenize(expression)
  let position = 0

  const peek = (): string | undefined => tokens[position]
  const take = (...wanted: string[]): string | undefined => {
    const token = tokens[position]
    if (token === undefined || !wanted.includes(token)) return undefined
    position += 1
    return token
  }
  const expect = (wanted: string): void => {
    if (take(wanted) === undefined) fail(expression, `"${wanted}" is missing${peek() ? ` before "${peek()}"` : ''}`)
  }

  function sum(): number {
    let value = product()
    for (let sign = take('+', '-'); sign; sign = take('+', '-')) {
      const next = product()
      value = sign === '+' ? value + next : value - next
    }
    return value
  }

  function product(): number {
    let value = signed()
    for (;;) {
      const sign = take('*', '/', 'mod')
      if (sign === undefined) return value
      const next = signed()
      if (sign === '*') value *= next
      else if (next === 0) fail(expression, 'it divides by zero')
      else value = sign === '/' ? value / next : value % next
    }
  }

  function signed(): number {
    if (take('-')) return -signed()
    if (take('+')) return signed()
    return power()
  }

  function power(): number {
    const base = postfix()
    return take('^') ? base ** signed() : base
  }

  function postfix(): number {
    let value = primary()
    for (let mark = take('!', '%'); mark; mark = take('!', '%')) {
      value = mark === '!' ? factorial(value, expression) : value / 100
    }
    return value
  }

  function primary(): number {
    const token = tokens[position]
    if (token === undefined) return fail(expression, 'it ends too early')
    position += 1
    if (/^[\d.]/.test(token)) return Number(token)
    if (token === '(') {
      const value = sum()
      expect(')')
      return value
    }
    const constant = CONSTANTS.get(token)
    if (constant !== undefined) return constant
    const apply = FUNCTIONS.get(token)
    if (!apply) return fail(expression, `"${token}" can't be read`)
    expect('(')
    const values = [sum()]
    while (take(',')) values.push(sum())
    expect(')')
    return apply(...values)
  }

  const value = sum()
  if (position < tokens.length) fail(expression, `"${peek() ?? ''}" isn't expected there`)
  if (Number.isNaN(value)) fail(expression, "the result isn't a number")
  return value
}

/** Without the noise of binary fractions: 0.1 + 0.2 is 0.3. */
export function formatNumber(value: number): string {
  return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(12)))
}

// Maps, because a plain object would also answer to "constructor".
const CONSTANTS: ReadonlyMap<string, number> = new Map([
  ['pi', Math.PI],
  ['e', Math.E],
  ['tau', 2 * Math.PI],
])

const FUNCTIONS: ReadonlyMap<string, (...values: number[]) => number> = new Map(
  Object.entries<(...values: number[]) => number>({
    sqrt: Math.sqrt,
    cbrt: Math.cbrt,
    abs: Math.abs,
    round: (value = 0, digits = 0) => Math.round(value * 10 ** digits) / 10 ** digits,
    floor: Math.floor,
    ceil: Math.ceil,
    sin: Math.sin,
    cos: Math.cos,
    tan: Math.tan,
    asin: Math.asin,
    acos: Math.acos,
    atan: Math.atan,
    exp: Math.exp,
    ln: Math.log,
    log: (value = 0, base = 10) => Math.log(value) / Math.log(base),
    log10: Math.log10,
    log2: Math.log2,
    min: Math.min,
    max: Math.max,
    pow: Math.pow,
    mod: (value = 0, divisor = 1) => value % divisor,
  }),
)

const LONGEST_EXPRESSION = 5000

const TOKEN = /\s*(?:(\d+(?:\.\d+)?(?:e[+-]?\d+)?|\.\d+)|(\*\*|[-+*/^()!,%×÷−])|([a-z][a-z0-9]*))/giy
const SAME_MEANING: ReadonlyMap<string, string> = new Map([
  ['**', '^'],
  ['×', '*'],
  ['÷', '/'],
  ['−', '-'],
])

function tokenize(expression: string): string[] {
  if (expression.length > LONGEST_EXPRESSION) fail(expression, 'it is too long')
  // Groups of three digits are written with commas or spaces: 1,000,000.
  const text = expression.replaceAll(/(?<=\d)[, ](?=\d{3}(?!\d))/g, (mark, at: number) =>
    isInsideCall(expression, at) ? mark : '',
  )
  const tokens: string[] = []
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < text.trimEnd().length) {
    const start = TOKEN.lastIndex
    const match = TOKEN.exec(text)
    if (!match) return fail(expression, `"${text.slice(start).trim().slice(0, 10)}" can't be read`)
    const token = (match[1] ?? match[2] ?? match[3] ?? '').toLowerCase()
    tokens.push(SAME_MEANING.get(token) ?? token)
  }
  if (tokens.length > 500) fail(expression, 'it is too long')
  return readRemainders(tokens)
}

/** `7 % 3` is a remainder, `20%` a percentage: what follows tells. */
function readRemainders(tokens: readonly string[]): string[] {
  return tokens.map((token, index) => {
    const next = tokens[index + 1]
    return token === '%' && next !== undefined && /^[\d.a-z(]/.test(next) ? 'mod' : token
  })
}

/** In `max(1,200)` a comma separates values. */
function isInsideCall(text: string, at: number): boolean {
  let depth = 0
  for (let index = at; index >= 0; index -= 1) {
    if (text[index] === ')') depth += 1
    if (text[index] === '(' && depth-- === 0) return /[a-z]\d*\s*$/i.test(text.slice(0, index))
  }
  return false
}

function factorial(value: number, expression: string): number {
  if (!Number.isInteger(value) || value < 0 || value > 170) {
    return fail(expression, `${value}! can't be calculated`)
  }
  let result = 1
  for (let factor = 2; factor <= value; factor += 1) result *= factor
  return result
}

function fail(expression: string, reason: string): never {
  throw new NodeError(`"${expression.slice(0, 100)}" can't be calculated: ${reason}.`, {
    code: 'bad-input',
    hint: 'Use numbers with + - * / ^ ( ) and functions such as sqrt(2).',
  })
}
