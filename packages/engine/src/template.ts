/** A place in a text where a value goes. `source` is the text as written, kept when there is no such value. */
export type Reference =
  | { readonly type: 'node'; readonly nodeId: string; readonly path: readonly string[]; readonly source: string }
  | { readonly type: 'request'; readonly name: RequestVariable; readonly source: string }
  | { readonly type: 'flow'; readonly path: readonly string[]; readonly source: string }
  | { readonly type: 'variable'; readonly name: string; readonly source: string }

export type RequestVariable = 'question' | 'chat_history' | 'file_attachment'

/** Text cut once into what stays and what is filled in, so that a filled-in value is never read as a template. */
export type Template = readonly (string | Reference)[]

const HOLE = /\{\{\s*([^{}]+?)\s*\}\}/g
const NODE = /^(.+?)\.data\.instance(?=$|[.[])(.*)$/s

export function parseTemplate(text: string): Template {
  const parts: (string | Reference)[] = []
  let end = 0
  for (const match of text.matchAll(HOLE)) {
    const reference = parseReference(match[1] ?? '', match[0])
    if (!reference) continue
    if (match.index > end) parts.push(text.slice(end, match.index))
    parts.push(reference)
    end = match.index + match[0].length
  }
  if (end < text.length) parts.push(text.slice(end))
  return parts
}

/** The reference that is the whole text, if it is one: then the value itself is meant, not its text. */
export function wholeReference(template: Template): Reference | undefined {
  const [only] = template
  return template.length === 1 && typeof only === 'object' ? only : undefined
}

function parseReference(name: string, source: string): Reference | undefined {
  if (name === 'question' || name === 'chat_history' || name === 'file_attachment') {
    return { type: 'request', name, source }
  }
  if (name.startsWith('$vars.')) return { type: 'variable', name: name.slice('$vars.'.length), source }
  if (name.startsWith('$flow.')) return { type: 'flow', path: parsePath(name.slice('$flow.'.length)), source }
  const [, nodeId, path = ''] = NODE.exec(name) ?? []
  return nodeId === undefined ? undefined : { type: 'node', nodeId, path: parsePath(path), source }
}

/** `.items[0].name` → `items`, `0`, `name`. */
function parsePath(path: string): string[] {
  return path.split(/[.[\]]+/).filter((part) => part !== '')
}

/** Follows a path through own properties only: `constructor` and its like are never there. */
export function valueAt(value: unknown, path: readonly string[]): unknown {
  let current = value
  for (const part of path) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, part)) return undefined
    current = (current as Record<string, unknown>)[part]
  }
  return current
}
