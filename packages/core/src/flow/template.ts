import { cutTemplate, pathOf, type Cut } from './cut-template.ts'

/** A place in a text where a value goes. `source` is the text as written, kept when there is no such value. */
export type Reference =
  | { readonly type: 'node'; readonly nodeId: string; readonly path: readonly string[]; readonly source: string }
  | { readonly type: 'request'; readonly name: RequestVariable; readonly source: string }
  | { readonly type: 'flow'; readonly path: readonly string[]; readonly source: string }
  | { readonly type: 'variable'; readonly name: string; readonly source: string }

export type RequestVariable = 'question' | 'chat_history' | 'file_attachment'

export type Template = Cut<Reference>

const INSTANCE = '.data.instance'

/** Cuts a text of a chat flow. */
export function parseTemplate(text: string): Template {
  return cutTemplate(text, parseReference)
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
  if (name.startsWith('$flow.')) return { type: 'flow', path: pathOf(name.slice('$flow.'.length)), source }
  const mark = markOf(name)
  if (mark <= 0) return undefined
  const path = pathOf(name.slice(mark + INSTANCE.length))
  return { type: 'node', nodeId: name.slice(0, mark), path, source }
}

/** Where the id of a node ends: at the first `.data.instance` that a path or nothing follows; at 0 there is no id. */
function markOf(name: string): number {
  let mark = name.indexOf(INSTANCE)
  while (mark !== -1 && !['.', '[', undefined].includes(name[mark + INSTANCE.length])) {
    mark = name.indexOf(INSTANCE, mark + 1)
  }
  return mark
}
