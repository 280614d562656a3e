import { parseAst } from 'rolldown/parseAst'

export interface FoundPatterns {
  literals: { source: string; flags: string }[]
  /** Patterns put together while the program runs, as written in the source. */
  built: string[]
}

/** Every regular expression in a TypeScript module. */
export function patternsIn(code: string, file: string): FoundPatterns {
  const found: FoundPatterns = { literals: [], built: [] }
  const waiting: unknown[] = [parseAst(code, { lang: file.endsWith('x') ? 'tsx' : 'ts' })]
  while (waiting.length > 0) {
    const node = waiting.pop()
    if (typeof node !== 'object' || node === null) continue
    const { type, regex, callee, start, end } = node as {
      type?: string
      regex?: { pattern: string; flags: string }
      callee?: { name?: string }
      start?: number
      end?: number
    }
    if (regex) found.literals.push({ source: regex.pattern, flags: regex.flags })
    if ((type === 'NewExpression' || type === 'CallExpression') && callee?.name === 'RegExp') {
      found.built.push(code.slice(start, end))
    }
    waiting.push(...Object.values(node))
  }
  return found
}
