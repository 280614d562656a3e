import type { EditCatalogue, FlowNode, NodeData, NodeDescription } from '@chatwright/core'
import { createNode, isStepDescription, rebuildNode } from '@chatwright/core'
import type { CodeNotes } from './code-notes.ts'
import type { Difference } from './is-same.ts'
import { isRecord, withDifference } from './is-same.ts'
import { chosenOutput, emptyForm, withId } from './node-form.ts'

/** A node as its code says it. */
export interface SpokenNode {
  id: string
  name: string
  version: number | undefined
  /** All of its inputs are written: nothing is filled in from the catalogue. */
  isExact: boolean
  label?: string | undefined
  output?: string | undefined
  credential?: string | undefined
  inside?: string | undefined
  /** Those that differ from the defaults; one that is not there is undefined. */
  inputs: Readonly<Record<string, unknown>>
  notes?: CodeNotes | undefined
  raw?: Difference | undefined
}

/** Forms of nodes that the catalogue has otherwise or not at all. */
export interface KnownForms {
  formOf(node: Pick<SpokenNode, 'id' | 'name' | 'version'>): Difference | undefined
}

const ORIGIN = { x: 0, y: 0 }

/** The catalogue's entry of a node, where what it says today is what the code says. */
export function knownAs(
  catalogue: EditCatalogue,
  { name, version }: Pick<SpokenNode, 'name' | 'version'>,
): NodeDescription | undefined {
  const description = catalogue.describe(name)
  return description?.name === name && description.version === version ? description : undefined
}

/** The node that the code means, at no place yet: the one printing and parsing agree about. */
export function makeNode(spoken: SpokenNode, catalogue: EditCatalogue, forms: KnownForms): FlowNode {
  const { id, raw } = spoken
  const description = knownAs(catalogue, spoken)
  const form = forms.formOf(spoken)
  const isFilled = description !== undefined && !spoken.isExact
  const fresh = description && (isFilled || !form) ? createNode(description, { id, position: ORIGIN }) : undefined
  const drawn = fresh ? filledNode(fresh, description!, spoken) : plainNode(spoken)
  const shaped = form ? withDifference(drawn.data, { ...form, set: withId(form.set, id) }) : drawn.data
  const told = { ...shaped, ...(spoken.notes && { code: spoken.notes }) } as NodeData
  const { inputs, ...others } = raw?.set ?? {}
  const settled = raw
    ? withDifference(told, {
        set: { ...others, ...(isRecord(inputs) && { inputs: given({ ...told.inputs, ...inputs }) }) },
        without: raw.without,
      })
    : told
  const inside = spoken.inside === undefined ? {} : { parentNode: spoken.inside, extent: 'parent' }
  const isStep = settled.category === STEP_CATEGORY && drawn.type === 'customNode'
  return { ...drawn, id, ...(isStep && { type: 'agentFlow' }), data: settled, ...inside }
}

const STEP_CATEGORY = 'Agent Flows'

function filledNode(fresh: FlowNode, description: NodeDescription, spoken: SpokenNode): FlowNode {
  const { data } = fresh
  const inputs = spoken.isExact ? spoken.inputs : { ...data.inputs, ...spoken.inputs }
  const node: FlowNode = {
    ...fresh,
    data: {
      ...data,
      label: spoken.label ?? data.label,
      inputs: given(inputs),
      ...(spoken.output !== undefined && { outputs: { output: spoken.output } }),
      ...(spoken.credential !== undefined && { credential: spoken.credential }),
    },
  }
  // Which inputs a step shows and which outputs it has follow from what its inputs hold.
  if (!isStepDescription(description) || isUntouched(spoken)) return node
  const rebuilt = rebuildNode(node, description)
  return { ...rebuilt, data: { ...rebuilt.data, inputs: node.data.inputs } }
}

/** An input that is not there has no key. */
function given(inputs: Record<string, unknown>): Record<string, unknown> {
  if (!Object.values(inputs).includes(undefined)) return inputs
  return Object.fromEntries(Object.entries(inputs).filter(([, value]) => value !== undefined))
}

function isUntouched({ inputs }: SpokenNode): boolean {
  return Object.keys(inputs).length === 0
}

function plainNode({ id, name, version, label, output, credential, inputs }: SpokenNode): FlowNode {
  const { type, baseClasses, category, ...rest } = emptyForm(name)
  const data = {
    id,
    label: label ?? name,
    ...(version !== undefined && { version }),
    name,
    type,
    baseClasses,
    category,
    ...rest,
    inputs: given(inputs),
    ...(output !== undefined && { outputs: { output } }),
    ...(credential !== undefined && { credential }),
  } as unknown as NodeData
  return { id, type: 'customNode', position: ORIGIN, positionAbsolute: ORIGIN, selected: false, data }
}

const UNSPEAKABLE = { name: 'unknown', version: undefined }

/** `shout@1`: the kind of a node that no catalogue has to know. */
export function writeKind({ name, version }: Pick<SpokenNode, 'name'> & { version?: number | undefined }): string {
  return version === undefined ? name : `${name}@${version}`
}

export function readKind(text: string): { name: string; version: number | undefined } {
  const at = text.lastIndexOf('@')
  const version = Number(text.slice(at + 1))
  if (at < 1 || `${version}` !== text.slice(at + 1) || !Number.isFinite(version))
    return { name: text, version: undefined }
  return { name: text.slice(0, at), version }
}

/** Every name under which a node of this kind can hold a value, in the order of its form. */
export function inputNames(description: NodeDescription): readonly string[] {
  const { inputs } = description
  const known = named.get(description) ?? [
    ...new Set(inputs.flatMap(({ name, loadConfig }) => (loadConfig ? [name, `${name}Config`] : [name]))),
  ]
  named.set(description, known)
  return known
}

const named = new WeakMap<NodeDescription, readonly string[]>()

/** Keys of a node's object that are no inputs. */
export const SETTINGS = ['id', 'after', 'inside', 'output', 'credential'] as const

/** The key under which an input is written: one that is called like a setting is told apart. */
export function inputKey(name: string): string {
  return SETTINGS.some((each) => each === name) || name.startsWith('inputs.') ? `inputs.${name}` : name
}

/** `llmChain.v3`: the call by which a node of the catalogue is written. */
export function versionCall({ name, version }: Pick<SpokenNode, 'name' | 'version'>): string {
  return `${name}.v${String(version).replace('.', '_')}`
}

/** How a stored node would be said, before it is known what of it that leaves out. */
export function speak(node: FlowNode, catalogue: EditCatalogue): SpokenNode {
  const { data, id } = node
  const { credential } = data
  const kind = readKind(writeKind(data))
  // A name that its kind can't spell is held as it is.
  const { name, version } = kind.name === data.name && kind.version === data.version ? data : UNSPEAKABLE
  const spoken = { id, name, version, credential, output: chosenOutput(data.outputs), inputs: data.inputs }
  const description = knownAs(catalogue, spoken)
  return { ...spoken, isExact: description === undefined || description.origin !== undefined, label: data.label }
}
