import { cutTemplate, pathOf, type Cut } from './cut-template.ts'

/** A place in a text of an agent flow where a value goes. `source` is the text as written, kept when there is no such value. */
export type StepReference =
  | { readonly type: 'request'; readonly name: StepRequestName; readonly source: string }
  | { readonly type: 'variable'; readonly name: string; readonly source: string }
  /** What a step gave: at a path of its output, or, without one, what it said. */
  | {
      readonly type: 'step'
      readonly nodeId: string
      readonly path: readonly string[] | undefined
      readonly source: string
    }
  | { readonly type: StepRoot; readonly path: readonly string[]; readonly source: string }

export type StepRequestName = (typeof REQUEST_NAMES)[number]
export type StepRoot = 'flow' | 'form' | 'webhook' | 'iteration' | 'output'

export type StepTemplate = Cut<StepReference>

const REQUEST_NAMES = [
  'question',
  'chat_history',
  'file_attachment',
  'current_date_time',
  'runtime_messages_length',
  'loop_count',
] as const

const ROOTS: ReadonlyMap<string, StepRoot> = new Map([
  ['$flow', 'flow'],
  ['$form', 'form'],
  ['$webhook', 'webhook'],
  ['$iteration', 'iteration'],
  ['output', 'output'],
])

/** Cuts a text of an agent flow. */
export function parseStepTemplate(text: string, isStep: (id: string) => boolean): StepTemplate {
  return cutTemplate(text, (name, source) => parseStepReference(name, { source, isStep }))
}

function parseStepReference(
  written: string,
  { source, isStep }: { source: string; isStep: (id: string) => boolean },
): StepReference | undefined {
  // Editors of the older product left `\_` inside names.
  const name = written.replaceAll('\\', '')
  const request = REQUEST_NAMES.find((known) => known === name)
  if (request) return { type: 'request', name: request, source }
  const [first = '', ...rest] = pathOf(name)
  if (first === '$vars' && rest.length > 0) return { type: 'variable', name: name.slice('$vars.'.length), source }
  const root = ROOTS.get(first)
  if (root && (rest.length > 0 || root === 'iteration' || root === 'output')) return { type: root, path: rest, source }
  if (!isStep(first)) return undefined
  if (rest.length === 0) return { type: 'step', nodeId: first, path: undefined, source }
  return rest[0] === 'output' ? { type: 'step', nodeId: first, path: rest.slice(1), source } : undefined
}
