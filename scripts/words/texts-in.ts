import { parseAst } from 'rolldown/parseAst'

export interface Text {
  readonly line: number
  readonly text: string
}

/** The string and template literals of a source, values left out as …; imports, types and keys are no texts. */
export function textsIn(source: string, file: string): Text[] {
  const found: Text[] = []
  const lang = file.endsWith('.tsx') ? 'tsx' : 'ts'
  walk(parseAst(source, { lang }), (node) => {
    const text = textOf(node)
    if (text !== undefined) found.push({ line: lineOf(source, Number(node['start'])), text })
  })
  return found
}

/** Those that are read as sentences: three words or more, up to a full stop. Prompts for models have several lines. */
export function sentencesIn(source: string, file: string): Text[] {
  return textsIn(source, file).filter(({ text }) => /^["“{A-Z…].*\s\S+\s.*[.?]$/.test(text) && text.length < 400)
}

/** The prose of a guide, a paragraph, item or cell each; code, addresses and what only machines read are left out. */
export function proseIn(markdown: string): Text[] {
  const lines = blank(markdown, [/^```[\s\S]*?^```/gm, /<!--[\s\S]*?-->/g]).split('\n')
  const found: { line: number; text: string }[] = []
  let open: { line: number; text: string } | undefined
  for (const [index, raw] of lines.entries()) {
    const line = raw
      .replaceAll(/`[^`]*`/g, 'Code')
      .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replaceAll(/\*\*|(?<!\w)_|_(?!\w)/g, '')
    if (/^\s*\|/.test(line)) {
      open = undefined
      if (!/^[\s|:-]+$/.test(line))
        for (const cell of line.split('|').slice(1, -1)) found.push({ line: index + 1, text: cell.trim() })
    } else if (/^\s*$|^#/.test(line)) {
      open = undefined
      if (line.startsWith('#')) found.push({ line: index + 1, text: line.replace(/^#+\s*/, '') })
    } else if (open && !/^\s*(?:[-*>]|\d+\.)\s/.test(line)) open.text += ` ${line.trim()}`
    else found.push((open = { line: index + 1, text: line.replace(/^\s*(?:[-*>]|\d+\.)\s+/, '').trim() }))
  }
  return found.filter(({ text }) => text !== '')
}

type Node = Record<string, unknown>

function walk(node: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(node)) for (const child of node) walk(child, visit)
  if (typeof node !== 'object' || node === null || Array.isArray(node)) return
  const { type } = node as Node
  if (type === 'ImportDeclaration' || type === 'TSLiteralType') return
  visit(node as Node)
  for (const [key, child] of Object.entries(node)) {
    const isKey = key === 'key' && (type === 'Property' || type === 'TSPropertySignature')
    if (!isKey && typeof child === 'object') walk(child, visit)
  }
}

function textOf(node: Node): string | undefined {
  if (node['type'] === 'Literal' && typeof node['value'] === 'string') return node['value']
  if (node['type'] !== 'TemplateLiteral') return undefined
  const quasis = node['quasis'] as { value: { cooked: string | null } }[]
  return quasis.map(({ value }) => value.cooked ?? '').join('…')
}

function lineOf(source: string, at: number): number {
  return source.slice(0, at).split('\n').length
}

/** Lines keep their numbers. */
function blank(markdown: string, patterns: readonly RegExp[]): string {
  return patterns.reduce(
    (text, pattern) => text.replaceAll(pattern, (match) => match.replaceAll(/[^\n]/g, '')),
    markdown,
  )
}
