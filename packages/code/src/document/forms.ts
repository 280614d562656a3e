import type { Difference } from './is-same.ts'
import { isEmptyDifference, isRecord, isSame } from './is-same.ts'
import type { KnownForms, SpokenNode } from './make-node.ts'
import { writeKind } from './make-node.ts'
import { withId, withoutId } from './node-form.ts'

/** Nothing is particular, and nothing is taken from the catalogue that the code doesn't name. */
export const EMPTY_FORMS: KnownForms = { formOf: () => ({ set: {}, without: [] }) }

interface WrittenForm {
  form?: Record<string, unknown>
  without?: string[]
}

/** The forms of nodes that the catalogue has otherwise or not at all: each once, by the node's name and version. */
export interface WrittenForms {
  nodes?: Record<string, WrittenForm>
  /** Of single nodes that have another than the rest of their kind. */
  single?: Record<string, WrittenForm>
}

export interface CollectedForms extends KnownForms {
  written(): WrittenForms | undefined
}

/** Collects what is particular about the forms of nodes. */
export function collectForms(
  nodes: readonly SpokenNode[],
  particular: (node: SpokenNode) => Difference,
): CollectedForms {
  const kinds = new Map<string, Difference>()
  const single = new Map<string, Difference>()
  const exact = new Set<string>()
  for (const node of nodes) {
    const { set, without } = particular(node)
    const bare = withoutId(set, node.id)
    // An id that looks like our mark would come back as another one: such a form stays in the node.
    if (!isSame(withId(bare, node.id), set)) continue
    const form = { set: bare, without }
    const kind = writeKind(node)
    const known = kinds.get(kind)
    // Written even where there is nothing in it: the same with and without the package of the node.
    if (node.isExact) exact.add(kind)
    if (!known) kinds.set(kind, form)
    else if (!isSame(known, form)) single.set(node.id, form)
  }
  return { ...knownForms(kinds, single), written: () => written(kinds, single, exact) }
}

function knownForms(kinds: ReadonlyMap<string, Difference>, single: ReadonlyMap<string, Difference>): KnownForms {
  return {
    formOf(node) {
      return single.get(node.id) ?? kinds.get(writeKind(node))
    },
  }
}

function written(
  kinds: ReadonlyMap<string, Difference>,
  single: ReadonlyMap<string, Difference>,
  exact: ReadonlySet<string>,
): WrittenForms | undefined {
  const ofKinds = Object.fromEntries(
    [...kinds]
      .filter(([kind, form]) => exact.has(kind) || !isEmptyDifference(form))
      .map(([kind, form]) => [kind, writeForm(form)]),
  )
  const ofNodes = Object.fromEntries([...single].map(([id, form]) => [id, writeForm(form)]))
  const forms: WrittenForms = {
    ...(Object.keys(ofKinds).length > 0 && { nodes: ofKinds }),
    ...(Object.keys(ofNodes).length > 0 && { single: ofNodes }),
  }
  return Object.keys(forms).length > 0 ? forms : undefined
}

function writeForm({ set, without }: Difference): WrittenForm {
  return { ...(Object.keys(set).length > 0 && { form: set }), ...(without.length > 0 && { without }) }
}

/** Reads what a file of forms holds; throws with words for what is wrong. */
export function readForms(value: unknown): KnownForms {
  if (!isRecord(value)) throw new TypeError('an object is expected')
  return knownForms(readEach(value['nodes'], 'nodes'), readEach(value['single'], 'single'))
}

function readEach(value: unknown, name: string): Map<string, Difference> {
  if (value === undefined) return new Map()
  if (!isRecord(value)) throw new TypeError(`"${name}" is an object`)
  return new Map(Object.entries(value).map(([key, form]) => [key, readForm(key, form)]))
}

function readForm(key: string, value: unknown): Difference {
  if (!isRecord(value)) throw new TypeError(`"${key}" is an object`)
  const { form = {}, without = [] } = value
  if (!isRecord(form)) throw new TypeError(`"form" of "${key}" is an object`)
  for (const list of ['inputParams', 'inputAnchors', 'outputAnchors']) {
    const parts = form[list]
    const isList = Array.isArray(parts) && parts.every((part: unknown) => isRecord(part))
    if (parts !== undefined && !isList) throw new TypeError(`"${list}" of "${key}" is a list of objects`)
  }
  return { set: form, without: Array.isArray(without) ? without.filter((each) => typeof each === 'string') : [] }
}
