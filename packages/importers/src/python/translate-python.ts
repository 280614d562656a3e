import { quoted } from '../shared/values.ts'
import { RUNTIME } from './runtime.ts'
import { readTokens, Untranslatable, type Token } from './tokens.ts'

export interface Translated {
  code: string
  imports: string[]
}

/** Modules that the code below has a counterpart of. */
const MODULES = new Set([
  'json',
  're',
  'math',
  'random',
  'time',
  'datetime',
  'base64',
  'typing',
  'string',
  'uuid',
  'html',
  'urllib.parse',
  'unicodedata',
  'hashlib',
  '__future__',
])

/**
 * Python as JavaScript for the sandbox: what people write in a step of code, with functions, loops, texts, lists and dictionaries. Nothing
 * where it has anything else, such as classes or modules that are not here.
 */
export function translatePython(source: string): Translated | undefined {
  try {
    const translator = new Translator(readTokens(source))
    const code = translator.module()
    return { code: `${RUNTIME}\n${code}`, imports: translator.imports }
  } catch (error) {
    if (error instanceof Untranslatable) return undefined
    throw error
  }
}

const MOST_LEVELS = 60
const RESERVED = new Set(
  'var let const function new this typeof void delete switch case default do instanceof enum export super interface package private protected public static arguments eval py'.split(
    ' ',
  ),
)
const KEYWORDS = new Set(
  'and or not in is if else for lambda None True False def return elif while try except finally raise import from as pass break continue del global nonlocal assert with class yield async await'.split(
    ' ',
  ),
)

class Translator {
  readonly imports: string[] = []
  readonly #tokens: readonly Token[]
  #at = 0
  #level = 0
  /** Names of each function, so that each is declared once. */
  #scopes: Set<string>[] = [new Set()]

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  module(): string {
    const lines: string[] = []
    while (this.#peek().type !== 'end') lines.push(this.#statement())
    const [names] = this.#scopes
    return `${declared(names)}${lines.join('\n')}`
  }

  #peek(ahead = 0): Token {
    return this.#tokens[this.#at + ahead] ?? { type: 'end', text: '' }
  }

  #is(text: string): boolean {
    const token = this.#peek()
    return token.text === text && (token.type === 'sign' || token.type === 'name')
  }

  #take(text: string): boolean {
    if (!this.#is(text)) return false
    this.#at += 1
    return true
  }

  #need(text: string): void {
    if (!this.#take(text)) throw new Untranslatable(`"${text}" is missing`)
  }

  #name(): string {
    const token = this.#peek()
    if (token.type !== 'name' || KEYWORDS.has(token.text)) throw new Untranslatable('a name is missing')
    this.#at += 1
    return named(token.text)
  }

  #deeper<Result>(work: () => Result): Result {
    this.#level += 1
    if (this.#level > MOST_LEVELS) throw new Untranslatable('too deep')
    const result = work()
    this.#level -= 1
    return result
  }

  #block(): string {
    this.#need(':')
    if (this.#peek().type !== 'line') return this.#simpleLine()
    this.#at += 1
    if (this.#peek().type !== 'indent') throw new Untranslatable('a block is missing')
    this.#at += 1
    const lines: string[] = []
    while (this.#peek().type !== 'dedent' && this.#peek().type !== 'end')
      lines.push(this.#deeper(() => this.#statement()))
    this.#at += 1
    return lines.join('\n')
  }

  #statement(): string {
    if (this.#take('def')) return this.#define()
    if (this.#take('if')) return this.#branch()
    if (this.#take('for')) return this.#loop()
    if (this.#take('while')) {
      const test = this.#expression()
      return `while (py.truth(${test})) {\n${this.#block()}\n}`
    }
    if (this.#take('try')) return this.#attempt()
    return this.#simpleLine()
  }

  #define(): string {
    const name = this.#name()
    this.#scopes.at(-1)?.add(name)
    this.#need('(')
    const parameters: string[] = []
    while (!this.#take(')')) {
      if (this.#is('*') || this.#is('**')) throw new Untranslatable('star parameters')
      const parameter = this.#name()
      if (this.#take(':')) this.#expression()
      parameters.push(this.#take('=') ? `${parameter} = ${this.#expression()}` : parameter)
      if (!this.#take(',')) {
        this.#need(')')
        break
      }
    }
    if (this.#take('->')) this.#expression()
    const own = new Set<string>()
    this.#scopes.push(own)
    const body = this.#block()
    this.#scopes.pop()
    const names = parameters.map((parameter) => parameter.split(' ')[0] ?? '')
    for (const parameter of names) own.delete(parameter)
    return `${name} = py.named(${quoted(names)}, function ${name}(${parameters.join(', ')}) {\n${declared(own)}${body}\nreturn null\n})`
  }

  #branch(): string {
    const test = this.#expression()
    let code = `if (py.truth(${test})) {\n${this.#block()}\n}`
    while (this.#take('elif')) {
      const next = this.#expression()
      code += ` else if (py.truth(${next})) {\n${this.#block()}\n}`
    }
    if (this.#take('else')) code += ` else {\n${this.#block()}\n}`
    return code
  }

  #loop(): string {
    const target = this.#target()
    this.#need('in')
    const list = this.#expressions()
    const body = this.#block()
    if (this.#is('else')) throw new Untranslatable('else of a loop')
    return `for (const each$ of py.iter(${list})) {\n${this.#assign(target, 'each$')}\n${body}\n}`
  }

  #attempt(): string {
    let code = `try {\n${this.#block()}\n}`
    const handlers: string[] = []
    let hasAll = false
    while (this.#take('except')) {
      let kinds = ''
      let name = ''
      if (!this.#is(':')) {
        kinds = this.#exceptions()
        if (this.#take('as')) {
          name = this.#name()
          this.#scopes.at(-1)?.add(name)
        }
      }
      const body = `${name === '' ? '' : `${name} = error$\n`}${this.#block()}`
      const isAll = kinds === '' || /\b(?:Exception|BaseException)\b/.test(kinds)
      hasAll ||= isAll
      handlers.push(isAll ? `{\n${body}\n}` : `if (py.isKind(error$, ${kinds})) {\n${body}\n}`)
      if (isAll) break
    }
    if (handlers.length > 0)
      code += ` catch (error$) {\n${handlers.join(' else ')}${hasAll ? '' : ' else throw error$'}\n}`
    if (this.#is('else')) throw new Untranslatable('else of try')
    if (this.#take('finally')) code += ` finally {\n${this.#block()}\n}`
    return code
  }

  #exceptions(): string {
    if (!this.#take('(')) return quoted([this.#dotted()])
    const names = [this.#dotted()]
    while (this.#take(',')) if (!this.#is(')')) names.push(this.#dotted())
    this.#need(')')
    return quoted(names)
  }

  /** The last part of a name with points. */
  #dotted(): string {
    let name = this.#name()
    while (this.#take('.')) name = this.#name()
    return name
  }

  #simpleLine(): string {
    const parts = [this.#simple()]
    while (this.#take(';')) if (this.#peek().type !== 'line') parts.push(this.#simple())
    if (this.#peek().type !== 'line') throw new Untranslatable(`"${this.#peek().text}"`)
    this.#at += 1
    return parts.join('\n')
  }

  #simple(): string {
    if (this.#take('return')) return `return ${this.#peek().type === 'line' ? 'null' : this.#expressions()}`
    if (this.#take('pass')) return ''
    if (this.#take('break')) return 'break'
    if (this.#take('continue')) return 'continue'
    if (this.#take('raise')) {
      if (this.#peek().type === 'line') return 'throw error$'
      return `throw py.error(${this.#expression()})`
    }
    if (this.#take('import')) return this.#import()
    if (this.#take('from')) return this.#importFrom()
    if (this.#take('del')) {
      const target = this.#target()
      if (target.type !== 'item') throw new Untranslatable('del')
      return `py.remove(${target.of}, ${target.key})`
    }
    for (const word of ['global', 'nonlocal', 'assert', 'with', 'class', 'yield', 'async', 'await', '@'])
      if (this.#is(word)) throw new Untranslatable(word)
    return this.#assignment()
  }

  #import(): string {
    do {
      let name = this.#name()
      while (this.#take('.')) name += `.${this.#name()}`
      this.#module(name)
      const as = this.#take('as') ? this.#name() : undefined
      if (as !== undefined) {
        this.#aliases.set(as, name)
      }
    } while (this.#take(','))
    return ''
  }

  readonly #aliases = new Map<string, string>()

  #importFrom(): string {
    let module = this.#name()
    while (this.#take('.')) module += `.${this.#name()}`
    if (!MODULES.has(module)) throw new Untranslatable(module)
    this.#module(module)
    this.#need('import')
    const hasBrackets = this.#take('(')
    const lines: string[] = []
    do {
      const name = this.#name()
      const as = this.#take('as') ? this.#name() : name
      if (module === 'typing' || module === '__future__') continue
      this.#scopes.at(-1)?.add(as)
      lines.push(`${as} = py.attr(py.modules[${quoted(module)}], ${quoted(name)})`)
    } while (this.#take(','))
    if (hasBrackets) this.#need(')')
    return lines.join('\n')
  }

  #module(name: string): void {
    if (MODULES.has(name)) this.imports.push(name)
    else this.#unknown.add(name.split('.')[0] ?? '')
  }

  /** Modules that are not here: importing one does no harm, using it does. */
  readonly #unknown = new Set<string>()

  #assignment(): string {
    const start = this.#at
    const value = this.#expressions()
    if (this.#is(':')) {
      this.#at += 1
      this.#expression()
      if (!this.#is('=')) return ''
    }
    const operator = this.#peek()
    if (operator.type === 'sign' && /^(?:[-+*/%&|^]|\*\*|\/\/|<<|>>)=$/.test(operator.text)) {
      this.#at = start
      const target = this.#target()
      this.#at += 1
      return this.#assign(target, binary(operator.text.slice(0, -1), this.#read(target), this.#expressions()))
    }
    if (!this.#is('=')) return value
    const targets: Target[] = []
    this.#at = start
    let result = ''
    while (result === '') {
      const before = this.#at
      const next = this.#expressions()
      if (this.#is(':')) {
        this.#at += 1
        this.#expression()
      }
      if (!this.#is('=')) {
        result = next
        break
      }
      const after = this.#at
      this.#at = before
      targets.push(this.#target())
      this.#at = after + 1
    }
    const [only] = targets
    if (only && targets.length === 1) return this.#assign(only, result)
    return `{ const value$ = ${result}; ${targets.map((target) => this.#assign(target, 'value$')).join('; ')} }`
  }

  #target(): Target {
    const items: Target[] = []
    do {
      if (this.#is('=') || this.#is('in')) break
      items.push(this.#oneTarget())
    } while (this.#take(','))
    const [only] = items
    return only && items.length === 1 ? only : { type: 'list', items }
  }

  #oneTarget(): Target {
    if (this.#take('(') || this.#take('[')) {
      const inner = this.#target()
      if (!this.#take(')')) this.#need(']')
      return inner
    }
    if (this.#is('*')) throw new Untranslatable('a starred target')
    const name = this.#name()
    let held: Target = { type: 'name', name }
    for (;;) {
      if (this.#take('.')) throw new Untranslatable('an attribute that is written')
      if (!this.#take('[')) break
      const key = this.#expression()
      this.#need(']')
      held = { type: 'item', of: this.#read(held), key }
    }
    return held
  }

  #read(target: Target): string {
    if (target.type === 'name')
      return this.#aliases.has(target.name) ? `py.modules[${quoted(this.#aliases.get(target.name))}]` : target.name
    if (target.type === 'item') return `py.item(${target.of}, ${target.key})`
    throw new Untranslatable('a list as a target')
  }

  #lists = 0

  #assign(target: Target, value: string): string {
    if (target.type === 'name') {
      this.#scopes.at(-1)?.add(target.name)
      return `${target.name} = ${value}`
    }
    if (target.type === 'item') return `py.store(${target.of}, ${target.key}, ${value})`
    this.#lists += 1
    const name = `list${this.#lists}$`
    const lines = target.items.map((item, index) => this.#assign(item, `${name}[${index}]`))
    return `{ const ${name} = py.unpack(${value}, ${target.items.length}); ${lines.join('; ')} }`
  }

  /** Several, with commas, are a tuple. */
  #expressions(): string {
    const first = this.#expression()
    if (!this.#is(',')) return first
    const all = [first]
    while (this.#take(',')) {
      if (this.#peek().type === 'line' || this.#is('=') || this.#is(':') || this.#is(')')) break
      all.push(this.#expression())
    }
    return `[${all.join(', ')}]`
  }

  #expression(): string {
    return this.#deeper(() => {
      if (this.#take('lambda')) {
        const names: string[] = []
        while (!this.#take(':')) {
          names.push(this.#name())
          this.#take(',')
        }
        return `((${names.join(', ')}) => ${wrapped(this.#expression())})`
      }
      const yes = this.#or()
      if (!this.#take('if')) return yes
      const test = this.#or()
      this.#need('else')
      return `(py.truth(${test}) ? ${yes} : ${this.#expression()})`
    })
  }

  #or(): string {
    let left = this.#and()
    while (this.#take('or')) left = `py.or(${left}, () => ${wrapped(this.#and())})`
    return left
  }

  #and(): string {
    let left = this.#not()
    while (this.#take('and')) left = `py.and(${left}, () => ${wrapped(this.#not())})`
    return left
  }

  #not(): string {
    return this.#take('not') ? `!py.truth(${this.#deeper(() => this.#not())})` : this.#comparison()
  }

  #comparison(): string {
    let left = this.#arithmetic(0)
    const all: string[] = []
    for (;;) {
      const sign = this.#comparator()
      if (sign === undefined) break
      const right = this.#arithmetic(0)
      all.push(compared(sign, left, right))
      left = right
    }
    return all.length === 0 ? left : all.length === 1 ? (all[0] ?? '') : `(${all.join(' && ')})`
  }

  #comparator(): string | undefined {
    for (const sign of ['==', '!=', '<=', '>=', '<', '>', 'in']) if (this.#take(sign)) return sign
    if (this.#is('not') && this.#peek(1).text === 'in') {
      this.#at += 2
      return 'not in'
    }
    if (!this.#take('is')) return undefined
    return this.#take('not') ? 'is not' : 'is'
  }

  #arithmetic(level: number): string {
    const signs = [['|'], ['^'], ['&'], ['<<', '>>'], ['+', '-'], ['*', '/', '//', '%']][level]
    if (!signs) return this.#unary()
    let left = this.#arithmetic(level + 1)
    for (
      let sign = signs.find((each) => this.#take(each));
      sign !== undefined;
      sign = signs.find((each) => this.#take(each))
    ) {
      left = binary(sign, left, this.#arithmetic(level + 1))
    }
    return left
  }

  #unary(): string {
    if (this.#take('-')) return `(-${this.#deeper(() => this.#unary())})`
    if (this.#take('+')) return this.#deeper(() => this.#unary())
    if (this.#take('~')) return `(~${this.#deeper(() => this.#unary())})`
    const base = this.#postfix()
    return this.#take('**') ? `(${base} ** ${this.#deeper(() => this.#unary())})` : base
  }

  #postfix(): string {
    let held = this.#atom()
    for (;;) {
      if (this.#take('.')) {
        const token = this.#peek()
        if (token.type !== 'name') throw new Untranslatable('an attribute')
        this.#at += 1
        held = this.#take('(')
          ? `py.call(${held}, ${quoted(token.text)}, ${this.#given()})`
          : `py.attr(${held}, ${quoted(token.text)})`
      } else if (this.#take('(')) held = `py.apply(${held}, ${this.#given()})`
      else if (this.#take('[')) held = this.#bracket(held)
      else return held
    }
  }

  #bracket(of: string): string {
    const parts: (string | undefined)[] = []
    let isSlice = false
    let part: string | undefined
    while (!this.#is(']')) {
      if (this.#take(':')) {
        isSlice = true
        parts.push(part)
        part = undefined
      } else part = this.#expressions()
    }
    this.#need(']')
    parts.push(part)
    if (!isSlice) return `py.item(${of}, ${part ?? 'null'})`
    const [from = 'null', to = 'null', step = 'null'] = parts
    return `py.slice(${of}, ${from}, ${to}, ${step})`
  }

  /** The arguments of a call: a list, and those with names. */
  #given(): string {
    const list: string[] = []
    const names: string[] = []
    while (!this.#take(')')) {
      if (this.#is('**')) throw new Untranslatable('**')
      if (this.#take('*')) list.push(`...py.iter(${this.#expression()})`)
      else if (this.#peek().type === 'name' && this.#peek(1).text === '=' && this.#peek(1).type === 'sign') {
        const name = this.#peek().text
        this.#at += 2
        names.push(`${quoted(name)}: ${this.#expression()}`)
      } else {
        const value = this.#expression()
        list.push(this.#is('for') ? this.#comprehension(value, 'list') : value)
      }
      if (!this.#take(',')) {
        this.#need(')')
        break
      }
    }
    return `[${list.join(', ')}]${names.length > 0 ? `, { ${names.join(', ')} }` : ''}`
  }

  /** What comes before "for" was read with names that are only known now: they are the loop's own. */
  #comprehension(value: string, kind: 'list' | 'set' | 'dict'): string {
    const loops: string[] = []
    const names = new Set<string>()
    let count = 0
    while (this.#take('for')) {
      this.#scopes.push(names)
      const target = this.#target()
      const assigned = this.#assign(target, 'each$')
      this.#need('in')
      const list = this.#or()
      loops.push(`for (const each$ of py.iter(${list})) { ${assigned};`)
      count += 1
      while (this.#take('if')) {
        loops.push(`if (py.truth(${this.#or()})) {`)
        count += 1
      }
      this.#scopes.pop()
    }
    const add =
      kind === 'dict'
        ? `py.store(result$, ${value})`
        : kind === 'set'
          ? `result$.add(${value})`
          : `result$.push(${value})`
    const begin = kind === 'dict' ? '{}' : kind === 'set' ? 'new Set()' : '[]'
    return `(() => { ${declared(names)}const result$ = ${begin}; ${loops.join(' ')} ${add} ${'}'.repeat(count)} return result$ })()`
  }

  #atom(): string {
    const token = this.#peek()
    if (token.type === 'text') return this.#texts()
    if (token.type === 'number') {
      this.#at += 1
      return String(Number(token.text.replaceAll('_', '')))
    }
    if (token.type === 'name') return this.#word(token.text)
    if (this.#take('(')) {
      if (this.#take(')')) return '[]'
      const inner = this.#expressions()
      const all = this.#is('for') ? this.#comprehension(inner, 'list') : inner
      this.#need(')')
      return `(${all})`
    }
    if (this.#take('[')) return this.#list()
    if (this.#take('{')) return this.#braces()
    throw new Untranslatable(`"${token.text}"`)
  }

  #word(word: string): string {
    const constant = { None: 'null', True: 'true', False: 'false' }[word]
    if (constant !== undefined) {
      this.#at += 1
      return constant
    }
    const name = this.#name()
    if (this.#unknown.has(word)) throw new Untranslatable(word)
    const alias = this.#aliases.get(name)
    if (alias !== undefined && !MODULES.has(alias)) throw new Untranslatable(alias)
    if (alias !== undefined) return `py.modules[${quoted(alias)}]`
    if (this.imports.includes('urllib.parse') && word === 'urllib') return '({ parse: py.modules["urllib.parse"] })'
    if (MODULES.has(word) && this.imports.includes(word) && !this.#scopes.some((scope) => scope.has(name)))
      return `py.modules[${quoted(word)}]`
    return this.#scopes.some((scope) => scope.has(name)) ? name : `py.lookUp(${quoted(word)}, () => ${name})`
  }

  #list(): string {
    const items: string[] = []
    while (!this.#take(']')) {
      if (this.#take('*')) items.push(`...py.iter(${this.#or()})`)
      else items.push(this.#expression())
      if (this.#is('for')) {
        const made = this.#comprehension(items[0] ?? '', 'list')
        this.#need(']')
        return made
      }
      if (!this.#take(',')) {
        this.#need(']')
        break
      }
    }
    return `[${items.join(', ')}]`
  }

  #braces(): string {
    const entries: string[] = []
    let isDict = true
    while (!this.#take('}')) {
      if (this.#take('**')) entries.push(`...${this.#or()}`)
      else {
        const key = this.#expression()
        isDict = this.#take(':')
        const value = isDict ? this.#expression() : ''
        if (this.#is('for')) {
          const made = this.#comprehension(isDict ? `${key}, ${value}` : key, isDict ? 'dict' : 'set')
          this.#need('}')
          return made
        }
        entries.push(isDict ? `[py.key(${key})]: ${value}` : key)
      }
      if (!this.#take(',')) {
        this.#need('}')
        break
      }
    }
    return isDict ? `({ ${entries.join(', ')} })` : `new Set([${entries.join(', ')}])`
  }

  /** Texts that stand beside each other are one. */
  #texts(): string {
    const parts: string[] = []
    for (let token = this.#peek(); token.type === 'text'; token = this.#peek()) {
      this.#at += 1
      const prefix = token.prefix ?? ''
      if (prefix.includes('b')) throw new Untranslatable('bytes')
      parts.push(prefix.includes('f') ? this.#formatted(token.text) : quoted(token.text))
    }
    return parts.length === 1 ? (parts[0] ?? "''") : `(${parts.join(' + ')})`
  }

  #formatted(text: string): string {
    const parts: string[] = []
    let end = 0
    for (let at = 0; at < text.length; at += 1) {
      const sign = text.charAt(at)
      if ((sign === '{' || sign === '}') && text.charAt(at + 1) === sign) {
        parts.push(quoted(text.slice(end, at + 1)))
        at += 1
        end = at + 1
      } else if (sign === '{') {
        parts.push(quoted(text.slice(end, at)))
        const close = closing(text, at + 1)
        parts.push(this.#hole(text.slice(at + 1, close)))
        at = close
        end = close + 1
      }
    }
    parts.push(quoted(text.slice(end)))
    return `(${parts.filter((part) => part !== '""').join(' + ') || "''"})`
  }

  #hole(source: string): string {
    const [, expression = source, conversion, format] = /^([^]*?)(?:!([rs]))?(?::([^:'"\]{}]*))?$/.exec(source) ?? []
    const inner = new Translator(readTokens(`${expression.trim()}\n`))
    inner.#scopes = this.#scopes
    for (const name of this.imports) inner.imports.push(name)
    for (const [name, module] of this.#aliases) inner.#aliases.set(name, module)
    inner.#level = this.#level + 1
    const value = inner.#expressions()
    if (inner.#peek().type !== 'line') throw new Untranslatable('a formatted text')
    if (conversion === 'r') return `py.repr(${value})`
    return format === undefined ? `py.str(${value})` : `py.format(${value}, ${quoted(format)})`
  }
}

type Target =
  | { type: 'name'; name: string }
  | { type: 'item'; of: string; key: string }
  | { type: 'list'; items: Target[] }

function closing(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length; at += 1) {
    const sign = text.charAt(at)
    if ('([{'.includes(sign)) depth += 1
    else if (sign === '}' && depth === 0) return at
    else if (')]}'.includes(sign)) depth -= 1
  }
  throw new Untranslatable('a formatted text')
}

function declared(names: ReadonlySet<string> | undefined): string {
  return names && names.size > 0 ? `let ${[...names].join(', ')}\n` : ''
}

function named(name: string): string {
  return RESERVED.has(name) ? `${name}_` : name
}

/** An object after an arrow would be a block. */
function wrapped(code: string): string {
  return code.startsWith('{') ? `(${code})` : code
}

function binary(sign: string, left: string, right: string): string {
  const calls: Readonly<Record<string, string>> = {
    '+': 'add',
    '*': 'times',
    '%': 'modulo',
    '//': 'floor',
    '-': 'minus',
    '|': 'union',
    '&': 'common',
  }
  const call = calls[sign]
  return call === undefined ? `(${left} ${sign} ${right})` : `py.${call}(${left}, ${right})`
}

function compared(sign: string, left: string, right: string): string {
  switch (sign) {
    case '==':
      return `py.same(${left}, ${right})`
    case '!=':
      return `!py.same(${left}, ${right})`
    case 'in':
      return `py.holds(${right}, ${left})`
    case 'not in':
      return `!py.holds(${right}, ${left})`
    case 'is':
      return `py.same(${left}, ${right})`
    case 'is not':
      return `!py.same(${left}, ${right})`
    default:
      return `(${left} ${sign} ${right})`
  }
}
