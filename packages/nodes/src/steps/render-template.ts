import { NodeError } from '@chatwright/core'

/** What rendering may cost: a template with values of anybody's ends soon, whatever it says. */
const MOST_TURNS = 200_000
const MOST_TEXT = 1024 ** 2
const MOST_LEVELS = 50

type Values = ReadonlyMap<string, unknown>

/**
 * Fills in a text as Jinja does: `{{ name.part | filter }}`, `{% if %}`, `{% for %}`, `{% set %}` and `{# notes #}`. Values are data: no
 * method of theirs is called, and nothing but their own keys is read.
 */
export function renderTemplate(source: string, values: Readonly<Record<string, unknown>>): string {
  const renderer = new Renderer()
  return renderer.render(parseBlocks(cut(source)), new Map(Object.entries(values)))
}

type Piece = { type: 'text' | 'output' | 'tag'; text: string }

function cut(source: string): Piece[] {
  const pieces: Piece[] = []
  let end = 0
  while (end < source.length) {
    const start = nextOpening(source, end)
    if (start === -1) break
    const mark = source.charAt(start + 1)
    const close = mark === '{' ? '}}' : mark === '%' ? '%}' : '#}'
    const stop = source.indexOf(close, start + 2)
    if (stop === -1) throw wrong(`"${source.slice(start, start + 20)}" is never closed.`)
    let before = source.slice(end, start)
    let inner = source.slice(start + 2, stop)
    if (inner.startsWith('-')) {
      inner = inner.slice(1)
      before = before.trimEnd()
    }
    end = stop + 2
    if (inner.endsWith('-')) {
      inner = inner.slice(0, -1)
      end += source.slice(end).length - source.slice(end).trimStart().length
    } else if (mark === '%' && source.charAt(end) === '\n') end += 1
    if (before !== '') pieces.push({ type: 'text', text: before })
    if (mark !== '#') pieces.push({ type: mark === '{' ? 'output' : 'tag', text: inner.trim() })
  }
  if (end < source.length) pieces.push({ type: 'text', text: source.slice(end) })
  return pieces
}

function nextOpening(source: string, from: number): number {
  for (let at = source.indexOf('{', from); at !== -1; at = source.indexOf('{', at + 1)) {
    if ('{%#'.includes(source.charAt(at + 1)) && source.charAt(at + 1) !== '') return at
  }
  return -1
}

type Block =
  | { type: 'text'; text: string }
  | { type: 'output'; value: Expression }
  | { type: 'set'; name: string; value: Expression }
  | { type: 'if'; branches: { test: Expression | undefined; body: Block[] }[] }
  | { type: 'for'; names: string[]; list: Expression; body: Block[]; otherwise: Block[] }

function parseBlocks(pieces: readonly Piece[]): Block[] {
  let at = 0
  const body = (ends: readonly string[], level: number): { blocks: Block[]; end: string } => {
    if (level > MOST_LEVELS) throw wrong('The template nests too deeply.')
    const blocks: Block[] = []
    for (;;) {
      const piece = pieces[at]
      at += 1
      if (!piece) {
        if (ends.length > 0) throw wrong(`"{% ${ends.at(-1) ?? ''} %}" is missing.`)
        return { blocks, end: '' }
      }
      if (piece.type === 'text') blocks.push({ type: 'text', text: piece.text })
      else if (piece.type === 'output') blocks.push({ type: 'output', value: parseExpression(piece.text) })
      else {
        const [word = ''] = piece.text.split(/\s/, 1)
        const rest = piece.text.slice(word.length).trim()
        if (ends.includes(word)) return { blocks, end: piece.text }
        blocks.push(tag(word, rest, level))
      }
    }
  }
  const tag = (word: string, rest: string, level: number): Block => {
    if (word === 'set') {
      const cut = rest.indexOf('=')
      if (cut < 1) throw wrong(`"{% set ${rest} %}" has no "=".`)
      return { type: 'set', name: rest.slice(0, cut).trim(), value: parseExpression(rest.slice(cut + 1)) }
    }
    if (word === 'if') {
      const branches: { test: Expression | undefined; body: Block[] }[] = []
      let test: Expression | undefined = parseExpression(rest)
      for (;;) {
        const { blocks, end } = body(['elif', 'else', 'endif'], level + 1)
        branches.push({ test, body: blocks })
        if (end.startsWith('endif')) return { type: 'if', branches }
        test = end.startsWith('elif') ? parseExpression(end.slice(4)) : undefined
      }
    }
    if (word === 'for') {
      const cut = rest.indexOf(' in ')
      if (cut < 1) throw wrong(`"{% for ${rest} %}" has no "in".`)
      const names = rest
        .slice(0, cut)
        .split(',')
        .map((name) => name.trim())
      const list = parseExpression(rest.slice(cut + 4))
      const { blocks, end } = body(['else', 'endfor'], level + 1)
      const otherwise = end.startsWith('else') ? body(['endfor'], level + 1).blocks : []
      return { type: 'for', names, list, body: blocks, otherwise }
    }
    throw wrong(`"{% ${word} %}" isn't known. Use if, for and set.`)
  }
  return body([], 0).blocks
}

type Expression =
  | { type: 'value'; value: unknown }
  | { type: 'name'; name: string }
  | { type: 'list'; items: Expression[] }
  | { type: 'part'; of: Expression; key: Expression }
  | { type: 'slice'; of: Expression; from: Expression | undefined; to: Expression | undefined }
  | { type: 'filter'; name: string; of: Expression; given: Expression[] }
  | { type: 'not'; of: Expression }
  | { type: 'minus'; of: Expression }
  | { type: 'choice'; test: Expression; yes: Expression; no: Expression }
  | { type: 'binary'; sign: string; left: Expression; right: Expression }

const TOKEN =
  /\s*(?:(\d+(?:\.\d+)?)|("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|([A-Za-z_]\w*)|(==|!=|<=|>=|\/\/|\*\*|[-+*/%<>~|.,:()[\]]))/y

interface Token {
  type: 'number' | 'text' | 'name' | 'sign'
  text: string
}

const LEVELS: readonly (readonly string[])[] = [
  ['or'],
  ['and'],
  ['==', '!=', '<', '>', '<=', '>=', 'in', 'not in', 'is', 'is not'],
  ['~'],
  ['+', '-'],
  ['*', '/', '//', '%'],
]

function parseExpression(source: string): Expression {
  const tokens: Token[] = []
  TOKEN.lastIndex = 0
  while (source.slice(TOKEN.lastIndex).trim() !== '') {
    const place = TOKEN.lastIndex
    const found = TOKEN.exec(source)
    if (!found) throw wrong(`"${source.slice(place).trim().slice(0, 30)}" isn't known.`)
    const [, number, text, name, sign = ''] = found
    if (number !== undefined) tokens.push({ type: 'number', text: number })
    else if (text !== undefined) tokens.push({ type: 'text', text })
    else if (name !== undefined) tokens.push({ type: 'name', text: name })
    else tokens.push({ type: 'sign', text: sign })
  }
  let at = 0
  let level = 0
  const peek = (): string => tokens[at]?.text ?? ''
  const isText = (): boolean => tokens[at]?.type === 'text'
  const take = (text: string): boolean => {
    if (isText() || peek() !== text) return false
    at += 1
    return true
  }
  const need = (text: string): void => {
    if (!take(text)) throw wrong(`"${text}" is missing in "${source.trim().slice(0, 60)}".`)
  }
  const deeper = <Result>(work: () => Result): Result => {
    level += 1
    if (level > MOST_LEVELS) throw wrong('An expression nests too deeply.')
    const result = work()
    level -= 1
    return result
  }
  const choice = (): Expression =>
    deeper(() => {
      const yes = binary(0)
      if (!take('if')) return yes
      const test = binary(0)
      const no: Expression = take('else') ? choice() : { type: 'value', value: '' }
      return { type: 'choice', test, yes, no }
    })
  const operator = (signs: readonly string[]): string | undefined => {
    if (isText()) return undefined
    const two = `${peek()} ${tokens[at + 1]?.text ?? ''}`
    if (signs.includes(two)) {
      at += 2
      return two
    }
    const one = peek()
    if (!signs.includes(one)) return undefined
    at += 1
    return one
  }
  const binary = (depth: number): Expression => {
    const signs = LEVELS[depth]
    if (!signs) return unary()
    let left = binary(depth + 1)
    for (let sign = operator(signs); sign !== undefined; sign = operator(signs))
      left = { type: 'binary', sign, left, right: binary(depth + 1) }
    return left
  }
  const unary = (): Expression => {
    if (take('not')) return { type: 'not', of: deeper(() => binary(2)) }
    if (take('-')) return { type: 'minus', of: deeper(unary) }
    return postfix(primary())
  }
  const given = (): Expression[] => {
    const all: Expression[] = []
    while (!take(')')) {
      // A name before "=" says which; the order says so too.
      all.push(choice())
      if (!take(',')) {
        need(')')
        break
      }
    }
    return all
  }
  const postfix = (start: Expression): Expression => {
    let held = start
    for (;;) {
      if (take('.')) held = { type: 'part', of: held, key: { type: 'value', value: tokens[at++]?.text ?? '' } }
      else if (take('[')) held = bracket(held)
      else if (take('|')) {
        const name = tokens[at++]?.text ?? ''
        held = { type: 'filter', name, of: held, given: take('(') ? given() : [] }
      } else if (!isText() && peek() === '(' && held.type === 'part' && held.key.type === 'value') {
        at += 1
        held = { type: 'filter', name: String(held.key.value), of: held.of, given: given() }
      } else return held
    }
  }
  const bracket = (of: Expression): Expression => {
    const from = !isText() && peek() === ':' ? undefined : choice()
    if (!take(':')) {
      need(']')
      return { type: 'part', of, key: from ?? { type: 'value', value: '' } }
    }
    const to = !isText() && peek() === ']' ? undefined : choice()
    need(']')
    return { type: 'slice', of, from, to }
  }
  const primary = (): Expression => {
    const token = tokens[at]
    if (!token) throw wrong(`"${source.trim()}" is not complete.`)
    at += 1
    if (token.type === 'number') return { type: 'value', value: Number(token.text) }
    if (token.type === 'text') return { type: 'value', value: unquote(token.text) }
    if (token.type === 'name') {
      const constant = { true: true, True: true, false: false, False: false, none: null, None: null }[token.text]
      return constant === undefined ? { type: 'name', name: token.text } : { type: 'value', value: constant }
    }
    if (token.text === '(') {
      const inner = choice()
      need(')')
      return inner
    }
    if (token.text === '[') {
      const items: Expression[] = []
      while (!take(']')) {
        items.push(choice())
        if (!take(',')) {
          need(']')
          break
        }
      }
      return { type: 'list', items }
    }
    throw wrong(`"${token.text}" isn't expected in "${source.trim().slice(0, 60)}".`)
  }
  const parsed = choice()
  if (at < tokens.length) throw wrong(`"${peek()}" isn't expected in "${source.trim().slice(0, 60)}".`)
  return parsed
}

function unquote(text: string): string {
  return text.slice(1, -1).replaceAll(/\\(.)/g, (_, sign: string) => ({ n: '\n', t: '\t', r: '\r' })[sign] ?? sign)
}

class Renderer {
  #turns = 0
  #length = 0

  render(blocks: readonly Block[], values: Values): string {
    const parts: string[] = []
    const scope = new Map(values)
    this.#renderInto(blocks, scope, parts)
    return parts.join('')
  }

  #renderInto(blocks: readonly Block[], scope: Map<string, unknown>, parts: string[]): void {
    for (const block of blocks) {
      this.#turn()
      if (block.type === 'text') this.#say(block.text, parts)
      else if (block.type === 'output') this.#say(shown(this.#value(block.value, scope)), parts)
      else if (block.type === 'set') scope.set(block.name, this.#value(block.value, scope))
      else if (block.type === 'if') {
        const branch = block.branches.find(({ test }) => test === undefined || isTrue(this.#value(test, scope)))
        if (branch) this.#renderInto(branch.body, scope, parts)
      } else this.#renderFor(block, scope, parts)
    }
  }

  #renderFor(
    { names, list, body, otherwise }: Extract<Block, { type: 'for' }>,
    scope: Map<string, unknown>,
    parts: string[],
  ): void {
    const items = listed(this.#value(list, scope))
    if (items.length === 0) return this.#renderInto(otherwise, scope, parts)
    for (const [index, item] of items.entries()) {
      this.#turn()
      const inner = new Map(scope)
      const [only = ''] = names
      if (names.length === 1) inner.set(only, item)
      else for (const [place, name] of names.entries()) inner.set(name, Array.isArray(item) ? item[place] : undefined)
      inner.set('loop', {
        index: index + 1,
        index0: index,
        first: index === 0,
        last: index === items.length - 1,
        length: items.length,
      })
      this.#renderInto(body, inner, parts)
    }
  }

  #value(expression: Expression, scope: Values): unknown {
    const value = this.#read(expression, scope)
    if (typeof value === 'string' && value.length > MOST_TEXT) throw tooLong()
    return value
  }

  #read(expression: Expression, scope: Values): unknown {
    this.#turn()
    switch (expression.type) {
      case 'value':
        return expression.value
      case 'name':
        return scope.get(expression.name)
      case 'list':
        return expression.items.map((item) => this.#value(item, scope))
      case 'part':
        return partOf(this.#value(expression.of, scope), this.#value(expression.key, scope))
      case 'slice': {
        const of = this.#value(expression.of, scope)
        const [from, to] = [expression.from, expression.to].map((each) =>
          each === undefined ? undefined : Number(this.#value(each, scope)),
        )
        return typeof of === 'string' || Array.isArray(of) ? of.slice(from, to) : undefined
      }
      case 'filter':
        return filtered(
          expression.name,
          this.#value(expression.of, scope),
          expression.given.map((each) => this.#value(each, scope)),
        )
      case 'not':
        return !isTrue(this.#value(expression.of, scope))
      case 'minus':
        return -Number(this.#value(expression.of, scope))
      case 'choice':
        return this.#value(isTrue(this.#value(expression.test, scope)) ? expression.yes : expression.no, scope)
      case 'binary':
        return this.#combined(expression, scope)
    }
  }

  #combined({ sign, left, right }: Extract<Expression, { type: 'binary' }>, scope: Values): unknown {
    const one = this.#value(left, scope)
    if (sign === 'or') return isTrue(one) ? one : this.#value(right, scope)
    if (sign === 'and') return isTrue(one) ? this.#value(right, scope) : one
    if (sign === 'is' || sign === 'is not') {
      const name =
        right.type === 'name'
          ? right.name
          : right.type === 'not' && right.of.type === 'name'
            ? `not ${right.of.name}`
            : ''
      const holds = isOf(one, name.replace(/^not /, ''))
      return holds === !(sign === 'is not' || name.startsWith('not '))
    }
    const other = this.#value(right, scope)
    switch (sign) {
      case '==':
        return isEqual(one, other)
      case '!=':
        return !isEqual(one, other)
      case 'in':
        return holdsIn(one, other)
      case 'not in':
        return !holdsIn(one, other)
      case '~':
        return shown(one) + shown(other)
      case '+':
        if (typeof one === 'number' && typeof other === 'number') return one + other
        if (Array.isArray(one) && Array.isArray(other)) return [...(one as unknown[]), ...(other as unknown[])]
        return shown(one) + shown(other)
    }
    return arithmetic(sign, one, other)
  }

  #say(text: string, parts: string[]): void {
    this.#length += text.length
    if (this.#length > MOST_TEXT) throw tooLong()
    parts.push(text)
  }

  #turn(): void {
    this.#turns += 1
    if (this.#turns > MOST_TURNS) throw wrong('The template repeats too often.')
  }
}

function arithmetic(sign: string, one: unknown, other: unknown): unknown {
  if (typeof one === 'string' && typeof other === 'string' && '<>='.includes(sign.charAt(0))) {
    return { '<': one < other, '>': one > other, '<=': one <= other, '>=': one >= other }[sign]
  }
  const [a, b] = [Number(one), Number(other)]
  const results: Readonly<Record<string, () => unknown>> = {
    '-': () => a - b,
    '*': () => a * b,
    '/': () => a / b,
    '//': () => Math.floor(a / b),
    '%': () => ((a % b) + b) % b,
    '<': () => a < b,
    '>': () => a > b,
    '<=': () => a <= b,
    '>=': () => a >= b,
  }
  return results[sign]?.()
}

/** Own keys only: `constructor` and its like are never there. */
function partOf(of: unknown, key: unknown): unknown {
  if (Array.isArray(of)) return typeof key === 'number' || /^-?\d+$/.test(String(key)) ? of.at(Number(key)) : undefined
  if (typeof of === 'string') return typeof key === 'number' ? of.at(key) : undefined
  if (typeof of !== 'object' || of === null || !Object.hasOwn(of, String(key))) return undefined
  return (of as Record<string, unknown>)[String(key)]
}

function listed(value: unknown): unknown[] {
  if (Array.isArray(value)) return value as unknown[]
  if (typeof value === 'string') return Array.from(value)
  return typeof value === 'object' && value !== null ? Object.keys(value) : []
}

function isTrue(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0
  return Boolean(value)
}

function isEqual(one: unknown, other: unknown): boolean {
  return one === other || (typeof one === 'object' && JSON.stringify(one) === JSON.stringify(other))
}

function holdsIn(one: unknown, other: unknown): boolean {
  if (typeof other === 'string') return other.includes(shown(one))
  return listed(other).some((each) => isEqual(each, one))
}

function isOf(value: unknown, name: string): boolean {
  const kinds: Readonly<Record<string, boolean>> = {
    defined: value !== undefined,
    undefined: value === undefined,
    none: value === null,
    string: typeof value === 'string',
    number: typeof value === 'number',
    boolean: typeof value === 'boolean',
    mapping: typeof value === 'object' && value !== null && !Array.isArray(value),
    sequence: Array.isArray(value) || typeof value === 'string',
    iterable: typeof value === 'object' || typeof value === 'string',
    odd: Math.abs(Number(value)) % 2 === 1,
    even: Number(value) % 2 === 0,
  }
  if (!Object.hasOwn(kinds, name)) throw wrong(`"is ${name}" isn't known.`)
  return kinds[name] === true
}

function shown(value: unknown): string {
  if (typeof value === 'string') return value
  if (value === undefined || value === null) return ''
  return JSON.stringify(value) ?? ''
}

type Filter = (value: unknown, given: readonly unknown[]) => unknown

const numbers = (value: unknown): number[] => listed(value).map(Number)
const byKey = (key: unknown) => (item: unknown) => (key === undefined ? item : partOf(item, key))

const FILTERS: Readonly<Record<string, Filter>> = {
  upper: (value) => shown(value).toUpperCase(),
  lower: (value) => shown(value).toLowerCase(),
  capitalize: (value) => shown(value).charAt(0).toUpperCase() + shown(value).slice(1).toLowerCase(),
  title: (value) =>
    shown(value)
      .toLowerCase()
      .replaceAll(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase()),
  trim: (value) => shown(value).trim(),
  strip: (value) => shown(value).trim(),
  length: (value) => listed(value).length,
  count: (value) => listed(value).length,
  first: (value) => listed(value)[0],
  last: (value) => listed(value).at(-1),
  reverse: (value) =>
    typeof value === 'string' ? Array.from(value).toReversed().join('') : listed(value).toReversed(),
  join: (value, [mark = '', key]) =>
    joined(
      listed(value).map((item) => shown(byKey(key)(item))),
      shown(mark),
    ),
  split: (value, [mark]) =>
    mark === undefined ? shown(value).split(/\s+/).filter(Boolean) : shown(value).split(shown(mark)),
  replace: (value, [from, to = '']) =>
    shown(from) === '' ? shown(value) : joined(shown(value).split(shown(from)), shown(to)),
  default: (value, [otherwise = '', isStrict]) =>
    value === undefined || (isStrict === true && !isTrue(value)) ? otherwise : value,
  d: (value, [otherwise = '']) => (value === undefined ? otherwise : value),
  int: (value, [otherwise = 0]) =>
    Number.isFinite(Number.parseInt(shown(value), 10)) ? Number.parseInt(shown(value), 10) : otherwise,
  float: (value, [otherwise = 0]) =>
    Number.isFinite(Number.parseFloat(shown(value))) ? Number.parseFloat(shown(value)) : otherwise,
  string: shown,
  abs: (value) => Math.abs(Number(value)),
  round: (value, [digits = 0]) => Number(Number(value).toFixed(Math.max(0, Math.min(20, Number(digits))))),
  sum: (value) => numbers(value).reduce((all, each) => all + each, 0),
  min: (value) => numbers(value).reduce((one, other) => Math.min(one, other), Infinity),
  max: (value) => numbers(value).reduce((one, other) => Math.max(one, other), -Infinity),
  sort: (value) => listed(value).toSorted((one, other) => (shown(one) < shown(other) ? -1 : 1)),
  unique: (value) => [...new Map(listed(value).map((each) => [shown(each), each])).values()],
  list: listed,
  keys: (value) => listed(value),
  values: (value) => (typeof value === 'object' && value !== null ? Object.values(value) : []),
  items: (value) => (typeof value === 'object' && value !== null ? Object.entries(value) : []),
  get: (value, [key, otherwise]) => partOf(value, key) ?? otherwise,
  map: (value, [, key]) => listed(value).map(byKey(key)),
  tojson: (value) => JSON.stringify(value) ?? '',
  escape: (value) => escaped(shown(value)),
  e: (value) => escaped(shown(value)),
  safe: (value) => value,
  striptags: (value) => shown(value).replaceAll(/<[^<>]*>/g, ''),
  truncate: (value, [length = 255]) =>
    shown(value).length > Number(length)
      ? `${shown(value).slice(0, Math.max(0, Number(length) - 3))}...`
      : shown(value),
  wordcount: (value) => shown(value).split(/\s+/).filter(Boolean).length,
  urlencode: (value) => encodeURIComponent(shown(value)),
  startswith: (value, [start]) => shown(value).startsWith(shown(start)),
  endswith: (value, [end]) => shown(value).endsWith(shown(end)),
}

function filtered(name: string, value: unknown, given: readonly unknown[]): unknown {
  const filter = Object.hasOwn(FILTERS, name) ? FILTERS[name] : undefined
  if (!filter) throw wrong(`"${name}" isn't a filter that templates know.`)
  return filter(value, given)
}

/** The length is known before the text is made. */
function joined(parts: readonly string[], mark: string): string {
  const length = parts.reduce((all, part) => all + part.length + mark.length, 0)
  if (length > MOST_TEXT) throw tooLong()
  return parts.join(mark)
}

function tooLong(): NodeError {
  return wrong('The template gives more than 1 MB of text.')
}

function escaped(text: string): string {
  const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&#34;', "'": '&#39;' }
  return text.replaceAll(/[&<>"']/g, (sign) => signs[sign] ?? sign)
}

function wrong(message: string): NodeError {
  return new NodeError(message, {
    code: 'bad-input',
    field: 'templateText',
    hint: 'Open the step and change the template.',
  })
}
