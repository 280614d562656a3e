import {
  parseJson,
  isInputVisible,
  isParam,
  parseTemplate,
  referencesIn,
  requestReach,
  wholeReference,
  type InputDescription,
  type Reference,
  type Template,
} from '@chatwright/core'
import type { DrawnNode } from './drawing.ts'
import type { StepInput, TemplateTree } from './plan.ts'

/** Decides, once per flow version, how each input of a node gets its value. */
export function compileInputs(
  drawn: DrawnNode,
  values: Readonly<Record<string, unknown>>,
  indexOf: ReadonlyMap<string, number>,
): StepInput[] {
  return (drawn.description?.inputs ?? []).map((declared) => {
    // What the form does not show, nobody can be asked to fill in.
    const description = isInputVisible(declared, values) ? declared : { ...declared, optional: true }
    const value = values[description.name]
    if (isParam(description)) return compileParam(description, value, acceptsVariables(drawn, description))
    if (description.phase === 'upsert' && !drawn.isLoading) {
      return { type: 'anchor', description: { ...description, optional: true }, sources: [] }
    }
    return compileAnchor(drawn, description, { value, indexOf })
  })
}

function compileAnchor(
  drawn: DrawnNode,
  description: InputDescription,
  { value, indexOf }: { value: unknown; indexOf: ReadonlyMap<string, number> },
): StepInput {
  const connected = drawn.incoming.filter(({ input }) => input === description.name).map(({ source }) => source)
  // The edges are what a person sees; the stored value only gives their order, and names a renamed input's sources.
  const linked = new Set(drawn.incoming.map(({ source }) => source))
  const ordered = [...new Set([...referencesIn(value).filter((id) => linked.has(id)), ...connected])]
  const sources = ordered.flatMap((id) => indexOf.get(id) ?? [])
  return { type: 'anchor', description, sources: description.list ? sources : sources.slice(-1) }
}

function compileParam(description: InputDescription, value: unknown, isTemplate: boolean): StepInput {
  const read = (text: string): Template =>
    parseTemplate(text).map((part) =>
      typeof part === 'string' || isTemplate || mayStand(part, description) ? part : part.source,
    )
  if (typeof value === 'string') {
    const whole = value.includes('{{') ? wholeReference(parseTemplate(value)) : undefined
    // Also without leave to hold variables a text may be replaced whole, by the value of one node.
    const template = whole?.type === 'node' ? [whole] : value.includes('{{') ? read(value) : []
    if (!template.some((part) => typeof part === 'object')) return { type: 'constant', description, value }
    const parsed = isStructured(description) ? readJson(value) : undefined
    if (parsed !== undefined) return { type: 'structure', description, tree: toTree(parsed, read) }
    return { type: 'template', description, template }
  }
  if (isTemplate && typeof value === 'object' && value !== null) {
    return { type: 'structure', description, tree: toTree(value, read) }
  }
  return { type: 'constant', description, value }
}

/** What people say stands only where a node says so. A chat's name is its visitor's to choose: it is a request's word. */
function mayStand({ type: source }: Reference, description: InputDescription): boolean {
  if (source === 'flow') return takesWords(description)
  // A variable is the builder's word; where it decides a destination, the request's own value for it is left out.
  return source === 'variable' && takesWords({ type: description.type })
}

function takesWords(input: Pick<InputDescription, 'type' | 'destination'>): boolean {
  const reach = requestReach(input)
  return reach === 'words' || reach === 'value'
}

/** The copy inside the flow counts too: it may come from a node that allowed variables when it was drawn. */
function acceptsVariables({ node }: DrawnNode, { name, acceptVariable }: InputDescription): boolean {
  return acceptVariable ?? node.data.inputParams?.find((param) => param.name === name)?.acceptVariable ?? false
}

function isStructured({ type }: InputDescription): boolean {
  return type === 'json' || type === 'datagrid'
}

function readJson(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}

function toTree(value: unknown, read: (text: string) => Template): TemplateTree {
  if (typeof value === 'string') {
    const template = read(value)
    return template.some((part) => typeof part === 'object') ? { type: 'text', template } : { type: 'leaf', value }
  }
  if (Array.isArray(value)) return { type: 'list', items: value.map((item) => toTree(item, read)) }
  if (typeof value === 'object' && value !== null) {
    return { type: 'object', entries: Object.entries(value).map(([key, item]) => [key, toTree(item, read)] as const) }
  }
  return { type: 'leaf', value }
}
