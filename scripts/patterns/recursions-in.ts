import { parseAst } from 'rolldown/parseAst'

interface SyntaxNode {
  type?: string
  name?: string
  computed?: boolean
  shorthand?: boolean
  id?: SyntaxNode | null
  init?: SyntaxNode | null
  callee?: SyntaxNode
  arguments?: SyntaxNode[]
}

/** The functions of a module that call themselves, by their names, directly or through others of the same module. */
export function recursionsIn(code: string): string[] {
  const calls = new Map<string, Set<string>>()
  const visit = (node: unknown, within: readonly string[]): void => {
    if (typeof node !== 'object' || node === null) return
    const { type, id, init, callee, arguments: given } = node as SyntaxNode
    const name =
      type === 'FunctionDeclaration' || (type === 'VariableDeclarator' && isFunction(init)) ? id?.name : undefined
    if (name !== undefined && !calls.has(name)) calls.set(name, new Set())
    if (type === 'CallExpression') {
      // Called here, or handed to what calls it: `list.map(walk)`.
      const called = [callee, ...(given ?? [])].flatMap((each) =>
        each?.type === 'Identifier' ? [each.name ?? ''] : [],
      )
      for (const caller of within) for (const each of called) calls.get(caller)?.add(each)
    }
    const inside = name === undefined ? within : [...within, name]
    for (const child of Object.values(node)) visit(child, inside)
  }
  visit(parseAst(code, { lang: 'ts' }), [])
  return [...calls.keys()].filter((name) => reaches(calls, name))
}

function isFunction(node: SyntaxNode | null | undefined): boolean {
  return node?.type === 'ArrowFunctionExpression' || node?.type === 'FunctionExpression'
}

function reaches(calls: ReadonlyMap<string, ReadonlySet<string>>, name: string): boolean {
  const seen = new Set<string>()
  const waiting = [...(calls.get(name) ?? [])]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next === name) return true
    if (seen.has(next)) continue
    seen.add(next)
    waiting.push(...(calls.get(next) ?? []))
  }
  return false
}
