import { parseAst } from 'rolldown/parseAst'

interface SyntaxNode {
  type?: string
  name?: string
  object?: SyntaxNode
  property?: SyntaxNode
  callee?: SyntaxNode
  arguments?: SyntaxNode[]
  argument?: SyntaxNode
  left?: SyntaxNode
  right?: SyntaxNode
  elements?: (SyntaxNode | null)[]
  properties?: SyntaxNode[]
  operator?: string
  params?: SyntaxNode[]
}

const LOOPS: ReadonlySet<string> = new Set([
  'ForStatement',
  'ForOfStatement',
  'ForInStatement',
  'WhileStatement',
  'DoWhileStatement',
])
const EACH: ReadonlySet<string> = new Set(['map', 'flatMap', 'forEach', 'filter', 'reduce', 'reduceRight', 'some'])
/** What moves the rest of a list for one item of it. */
const MOVING: ReadonlySet<string> = new Set(['shift', 'unshift', 'splice'])
/** What hands every item over as an argument: a hundred thousand of them overflow the stack. */
const TAKING: ReadonlySet<string> = new Set(['push', 'unshift', 'max', 'min', 'apply', 'concat', 'fromCharCode'])

/**
 * Places where the work may grow faster than the data: lists whose rest is moved, or that are copied, once for each item; and
 * lists spread into the arguments of a call. Written as `list.shift` or `push(...list)`.
 */
export function costlyLoopsIn(code: string): string[] {
  const found: string[] = []
  const visit = (node: unknown, inLoop: boolean): void => {
    if (typeof node !== 'object' || node === null) return
    const each = node as SyntaxNode
    const method = each.type === 'CallExpression' ? each.callee?.property?.name : undefined
    if (method !== undefined) {
      if (inLoop && MOVING.has(method)) found.push(`${each.callee?.object?.name ?? '…'}.${method}`)
      const spread = each.arguments?.find(({ type }) => type === 'SpreadElement')
      if (spread && TAKING.has(method)) found.push(`${method}(...${spread.argument?.name ?? ''})`)
    }
    if (inLoop && isCopyOfItself(each)) found.push(`${each.left?.name} = […${each.left?.name}]`)
    // Also outside a loop: whoever is told of parts one by one is called once for each.
    if (method === 'set' && isCopyOfEntry(each.arguments?.[1])) found.push('set(…, [...get(…), …])')
    const isEach = method !== undefined && EACH.has(method)
    const accumulator = method?.startsWith('reduce') ? each.arguments?.[0]?.params?.[0]?.name : undefined
    if (accumulator !== undefined && copies(each.arguments?.[0], accumulator)) found.push(`reduce […${accumulator}]`)
    for (const [key, child] of Object.entries(node)) {
      visit(child, inLoop || (LOOPS.has(each.type ?? '') && key !== 'init') || (isEach && key === 'arguments'))
    }
  }
  visit(parseAst(code, { lang: 'ts' }), false)
  return [...new Set(found)]
}

/** `list = [...list, item]` */
function isCopyOfItself({ type, operator, left, right }: SyntaxNode): boolean {
  const name = left?.type === 'Identifier' ? left.name : undefined
  return type === 'AssignmentExpression' && operator === '=' && name !== undefined && spreads(right, name)
}

/** `groups.set(key, [...(groups.get(key) ?? []), item])` */
function isCopyOfEntry(list: SyntaxNode | undefined): boolean {
  return (list?.elements ?? []).some((part) => part?.type === 'SpreadElement' && mentions(part, 'get'))
}

function mentions(node: unknown, method: string): boolean {
  if (typeof node !== 'object' || node === null) return false
  if ((node as SyntaxNode).property?.name === method) return true
  return Object.values(node).some((child) => mentions(child, method))
}

function spreads(node: SyntaxNode | null | undefined, name: string): boolean {
  const parts = [...(node?.elements ?? []), ...(node?.properties ?? [])]
  return parts.some((part) => part?.type === 'SpreadElement' && part.argument?.name === name)
}

function copies(node: unknown, name: string): boolean {
  if (typeof node !== 'object' || node === null) return false
  return spreads(node, name) || Object.values(node).some((child) => copies(child, name))
}
