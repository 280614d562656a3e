import { bare, parse, runningParts, type Syntax } from './syntax.ts'

/** One way to break a file: what stands at a place, and what would stand there instead. */
export interface Mutant {
  start: number
  end: number
  line: number
  kind: string
  before: string
  after: string
  /** A statement is left out; anything else is an expression with another in its place. */
  isStatement: boolean
}

const SWAPPED: Record<string, string> = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '&&': '||',
  '||': '&&',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
}

const SWAPPED_METHODS = new Map([
  ['some', 'every'],
  ['every', 'some'],
  ['startsWith', 'endsWith'],
  ['endsWith', 'startsWith'],
  ['min', 'max'],
  ['max', 'min'],
])

/** Words for the operator's log, and what only lets a process end earlier: nobody’s answer depends on them. */
const UNSEEN_CALL = /\b(?:logger|log)\??\.\w+\(|\.unref\??\.?\(/

/** Every way to break this source that a test should notice. */
export function findMutants(source: string): Mutant[] {
  const mutants: Mutant[] = []
  const text = (node: Syntax): string => source.slice(node.start, node.end)
  const add = (kind: string, node: Syntax, after: string, isStatement = false): void => {
    mutants.push({ start: node.start, end: node.end, line: 0, kind, before: text(node), after, isStatement })
  }

  const visit = (node: Syntax, parent: Syntax | undefined, place: string, isChained: boolean): void => {
    const isTest = place === 'test'
    const argument = node['argument'] as Syntax | null | undefined
    if (isTest && isCondition(parent)) {
      const inner = bare(node)
      if (inner.type !== 'Literal') add('condition negated', node, `!(${text(node)})`)
    }
    switch (node.type) {
      case 'BinaryExpression': {
        const operator = node['operator'] as string
        const swapped = SWAPPED[operator]
        const isEquality = operator === '===' || operator === '!=='
        if (swapped && !(isEquality && isTest)) add('operator', node, rewritten(node, swapped))
        if (/^[<>]/.test(operator) && !isTest) add('comparison negated', node, `!(${text(node)})`)
        break
      }
      case 'LogicalExpression': {
        const operator = node['operator'] as string
        const left = node['left'] as Syntax
        add('operator', node, operator === '??' ? `(${text(left)})` : rewritten(node, SWAPPED[operator] ?? ''))
        break
      }
      case 'AssignmentExpression': {
        const operator = node['operator'] as string
        if (operator === '+=' || operator === '-=')
          add('operator', node, rewritten(node, operator === '+=' ? '-=' : '+='))
        break
      }
      case 'UnaryExpression':
        if (node['operator'] === '!' && !isTest && argument) add('negation dropped', node, `(${text(argument)})`)
        break
      case 'Literal':
        for (const after of otherLiterals(node, parent, place)) add('constant', node, after)
        break
      case 'TemplateLiteral': {
        const words = (node['quasis'] as Syntax[]).map(text).join('')
        if (parent?.type !== 'TaggedTemplateExpression' && !/\s/.test(words)) add('constant', node, "''")
        break
      }
      case 'ArrayExpression':
        if ((node['elements'] as unknown[]).length > 0) add('list emptied', node, '[]')
        break
      case 'ReturnStatement':
        if (argument && isWorthEmptying(argument)) add('return emptied', argument, 'undefined')
        break
      case 'ArrowFunctionExpression': {
        const body = node['body'] as Syntax
        if (body.type !== 'BlockStatement' && isWorthEmptying(body)) add('return emptied', body, 'undefined')
        break
      }
      case 'ThrowStatement':
        add('throw left out', node, '', true)
        break
      case 'ExpressionStatement': {
        const call = bare(awaited(node['expression'] as Syntax))
        const isCall = /^(Call|Chain)Expression$/.test(call.type) && !text(call).startsWith('super(')
        if (isCall && !UNSEEN_CALL.test(text(node))) add('call left out', node, '', true)
        break
      }
      case 'CallExpression': {
        const callee = node['callee'] as Syntax
        if (callee.type !== 'MemberExpression' || isChained) break
        const method = callee['property'] as Syntax
        const object = callee['object'] as Syntax
        const other = SWAPPED_METHODS.get(text(method))
        const rest = source.slice(method.end, node.end)
        if (other) add('method', node, `${source.slice(node.start, method.start)}${other}${rest}`)
        if (['filter', 'trim', 'toLowerCase'].includes(text(method))) add('method', node, `(${text(object)})`)
        break
      }
    }
    for (const [name, part] of runningParts(node)) {
      const isSpine = (name === 'object' || name === 'callee' || name === 'expression') && isChained
      visit(part, node, name, node.type === 'ChainExpression' || isSpine)
    }
  }

  // The tree knows no parentheses: what another operator stands in gets them back.
  const operand = (node: Syntax): string =>
    /^(Logical|Binary|Conditional|Arrow|Assignment|Sequence|Yield)/.test(node.type) ? `(${text(node)})` : text(node)
  const rewritten = (node: Syntax, operator: string): string =>
    `${operand(node['left'] as Syntax)} ${operator} ${operand(node['right'] as Syntax)}`

  visit(parse(source), undefined, '', false)
  return numberLines(
    source,
    mutants.sort((a, b) => a.start - b.start || b.end - a.end),
  )
}

/** In one walk through the source: counted from its start for each, a long file is read hundreds of times. */
function numberLines(source: string, sorted: Mutant[]): Mutant[] {
  let line = 1
  let next = source.indexOf('\n')
  return sorted.map((mutant) => {
    while (next !== -1 && next < mutant.start) {
      line += 1
      next = source.indexOf('\n', next + 1)
    }
    return { ...mutant, line }
  })
}

function isCondition(parent: Syntax | undefined): boolean {
  return /^(If|While|DoWhile|For)Statement$|^ConditionalExpression$/.test(parent?.type ?? '')
}

function awaited(node: Syntax): Syntax {
  return node.type === 'AwaitExpression' ? (node['argument'] as Syntax) : node
}

/** A literal is changed as a constant; functions and types made here are what the rest of the file is about. */
function isWorthEmptying(node: Syntax): boolean {
  const { type, ...rest } = bare(node)
  if (type === 'Identifier') return rest['name'] !== 'undefined'
  return !['Literal', 'ArrowFunctionExpression', 'FunctionExpression'].includes(type)
}

function otherLiterals(node: Syntax, parent: Syntax | undefined, place: string): string[] {
  const { value, regex } = node
  if (regex) return ['/(?:)/']
  if (parent?.type === 'ExpressionStatement') return []
  if (typeof value === 'boolean') return [String(!value)]
  if (typeof value === 'number' && place !== 'test') return [value < 10 ? String(value + 1) : `${value}000`]
  // A sentence is for people: that it is said is tested where it is thrown, not word by word.
  if (typeof value === 'string' && value !== '' && !/\s/.test(value)) return ["''"]
  return []
}
