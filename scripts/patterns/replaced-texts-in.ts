import { parseAst } from 'rolldown/parseAst'

interface SyntaxNode {
  type?: string
  name?: string
  id?: SyntaxNode | null
  init?: SyntaxNode | null
  params?: SyntaxNode[]
  callee?: { property?: SyntaxNode }
  arguments?: SyntaxNode[]
  expressions?: SyntaxNode[]
  quasi?: SyntaxNode
}

/**
 * Places where a text from elsewhere is put into another by `replace`, as written after it. There `$&` and its like stand for parts
 * of the other text, and a long one full of them comes out thousands of times as long. A function gives a text as it is.
 */
export function replacedTextsIn(code: string): string[] {
  const functions = new Set<string>()
  const found: string[] = []
  const declare = ({ type, id, init }: SyntaxNode): void => {
    if (type === 'FunctionDeclaration' || (type === 'VariableDeclarator' && isFunction(init)))
      functions.add(id?.name ?? '')
  }
  const isSafe = (node: SyntaxNode | undefined): boolean =>
    node === undefined ||
    node.type === 'Literal' ||
    isFunction(node) ||
    (node.type === 'Identifier' && (isConstant(node) || functions.has(node.name ?? ''))) ||
    (node.type === 'TemplateLiteral' && (node.expressions ?? []).every(isConstant)) ||
    (node.type === 'TaggedTemplateExpression' && isSafe(node.quasi))
  const visit = (node: unknown, look: (node: SyntaxNode & { start?: number; end?: number }) => void): void => {
    if (typeof node !== 'object' || node === null) return
    look(node)
    for (const child of Object.values(node)) visit(child, look)
  }
  const tree = parseAst(code, { lang: 'ts' })
  visit(tree, declare)
  visit(tree, ({ type, callee, arguments: given }) => {
    const name = callee?.property?.name
    if (type !== 'CallExpression' || (name !== 'replace' && name !== 'replaceAll') || given?.length !== 2) return
    const text = given[1] as SyntaxNode & { start: number; end: number }
    if (!isSafe(text)) found.push(code.slice(text.start, text.end))
  })
  return found
}

function isFunction(node: SyntaxNode | null | undefined): boolean {
  return node?.type === 'ArrowFunctionExpression' || node?.type === 'FunctionExpression'
}

/** Written in capitals: the same at every call. */
function isConstant({ type, name = '' }: SyntaxNode): boolean {
  return type === 'Identifier' && /^[A-Z][A-Z\d_]*$/.test(name)
}
