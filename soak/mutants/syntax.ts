import { parseAst } from 'rolldown/parseAst'

/** As much of a syntax tree as a walk needs. */
export interface Syntax {
  type: string
  start: number
  end: number
  [part: string]: unknown
}

export function parse(source: string): Syntax {
  return parseAst(source, { lang: 'ts' }) as unknown as Syntax
}

export const isSyntax = (value: unknown): value is Syntax =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

/** The node without the parentheses and the type it was given. */
export function bare(node: Syntax): Syntax {
  const wrapped = ['ParenthesizedExpression', 'TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression']
  return wrapped.includes(node.type) ? bare(node['expression'] as Syntax) : node
}

/** The parts of a node that run: no types, no names of properties, no addresses of modules. */
export function runningParts(node: Syntax): [name: string, part: Syntax][] {
  if (/^(Import|ExportAll)/.test(node.type)) return []
  if (node.type.startsWith('TS')) return isSyntax(node['expression']) ? [['expression', node['expression']]] : []
  return Object.entries(node).flatMap(([name, value]) => {
    if (name === 'key' && node['computed'] !== true) return []
    if (name === 'property' && node['computed'] !== true) return []
    if (node.type === 'ExportNamedDeclaration' && name !== 'declaration') return []
    const parts = Array.isArray(value) ? value : [value]
    return parts.filter(isSyntax).map((part): [string, Syntax] => [name, part])
  })
}
