import { STORED_FILE_PREFIX } from '../node/parse-files.ts'
import { flowKind } from './agentflow.ts'
import type { Flow, FlowEdge, FlowNode, NodeData } from './document.ts'
import type { Describe } from './read/repair.ts'
import { isSecretName } from './secret-names.ts'
import { sealedNames } from './sealed-inputs.ts'
import { CREDENTIAL_KEY } from './steps/chosen-node.ts'
import { mapChosen, type ChosenPlace } from './steps/map-chosen.ts'

/** A flow as it is stored: no typed secrets but those that the server seals, no file contents, no local folders, nothing selected. */
export function stripForSave(flow: Flow, describe: Describe): Flow {
  if (flowKind(flow) === 'agents') return { ...flow, nodes: flow.nodes.map((node) => stripStep(node, describe)) }
  return { ...flow, nodes: flow.nodes.map((node) => stripNode(node, describe)), edges: flow.edges.map(stripEdge) }
}

/** A value that saving does not keep. */
export interface UnkeptInput {
  name: string
  label: string
  type: string
  value: unknown
}

/** What a node holds, and the nodes chosen inside it, that saving does not keep. */
export function unkeptInputs(data: NodeData, describe: Describe): UnkeptInput[] {
  const sealed = sealedNames(data, describe)
  const own = data.inputParams.flatMap(({ name, label, type }): UnkeptInput[] =>
    isUnkept(type, data.inputs[name]) && !sealed.has(name)
      ? [{ name, label: label ?? name, type, value: data.inputs[name] }]
      : [],
  )
  mapChosen(data.inputs, declaredBy(data, describe), (chosen) => {
    for (const unkept of unkeptSettings(chosen, describe)) own.push(unkept)
    return undefined
  })
  return own
}

/** The inputs of a node that saving keeps. */
export function keptInputs(data: NodeData, describe: Describe): Record<string, unknown> {
  const sealed = sealedNames(data, describe)
  const stripped = data.inputParams.filter(({ name, type }) => isStripped(type) && !sealed.has(name))
  const secret = new Set(stripped.map(({ name }) => name))
  const entries = Object.entries(data.inputs)
  const kept = entries.filter(([name, value]) => !secret.has(name) || isStoredFile(value))
  return mapChosen(
    kept.length === entries.length ? data.inputs : Object.fromEntries(kept),
    declaredBy(data, describe),
    (chosen) => {
      const unkept = new Set(unkeptSettings(chosen, describe).map(({ name }) => name))
      if (unkept.size === 0) return undefined
      return { settings: Object.fromEntries(Object.entries(chosen.settings).filter(([name]) => !unkept.has(name))) }
    },
  )
}

function declaredBy({ name }: NodeData, describe: Describe) {
  return describe(name)?.inputs ?? []
}

/** What the chosen node declares as no text to keep, and what it does not know and is called like a secret or holds a file. */
function unkeptSettings({ input, name: chosen, settings }: ChosenPlace, describe: Describe): UnkeptInput[] {
  const description = describe(chosen)
  if (!description) return []
  const declared = new Map(description.inputs.map((each) => [each.name, each]))
  return Object.entries(settings).flatMap(([name, value]): UnkeptInput[] => {
    if (name === CREDENTIAL_KEY || name === input.name) return []
    const type = declared.get(name)?.type ?? typeOfUnknown(name, value)
    if (type === undefined || !isUnkept(type, value)) return []
    return [{ name, label: declared.get(name)?.label ?? name, type, value }]
  })
}

/** Inputs of an older version of a node have names that today's does not know. */
export function typeOfUnknown(name: string, value: unknown): 'password' | 'file' | undefined {
  if (holdsFile(value)) return 'file'
  return isSecretName(name) && typeof value === 'string' ? 'password' : undefined
}

function holdsFile(value: unknown): boolean {
  if (typeof value !== 'string') return false
  return value.startsWith('data:') || value.startsWith('["data:')
}

function isUnkept(type: string, value: unknown): boolean {
  return isStripped(type) && !isBlank(value) && !isStoredFile(value)
}

function isBlank(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}

/** What nobody touched goes back to the older product as it came from there: only what may not be kept is taken out. */
function stripStep(node: FlowNode, describe: Describe): FlowNode {
  const data = stripData(node.data, describe)
  if (data === node.data && !node.selected) return node
  return { ...node, ...(node.selected && { selected: false }), data }
}

function stripNode(node: FlowNode, describe: Describe): FlowNode {
  const data = stripData(node.data, describe)
  if (data === node.data && !node.selected && !('dragging' in node)) return node
  const { dragging: _, ...rest } = node
  return { ...rest, ...('selected' in node && { selected: false }), data }
}

function stripData(data: NodeData, describe: Describe): NodeData {
  const { [CREDENTIAL_KEY]: moved, ...others } = data.inputs
  const held = CREDENTIAL_KEY in data.inputs ? { ...data, inputs: others } : data
  const inputs = keptInputs(held, describe)
  const isChanged = inputs !== data.inputs
  if (!isChanged && !data.selected) return data
  return {
    ...data,
    ...('selected' in data && { selected: false }),
    ...(isChanged && { inputs }),
    ...(typeof moved === 'string' && moved !== '' && { credential: moved }),
  }
}

function isStripped(type: string): boolean {
  return type === 'password' || type === 'file' || type === 'folder'
}

/** A reference to a stored file holds none of its content, and without it the node could not run. */
function isStoredFile(value: unknown): boolean {
  return typeof value === 'string' && value.startsWith(STORED_FILE_PREFIX)
}

function stripEdge(edge: FlowEdge): FlowEdge {
  if (!('selected' in edge)) return edge
  const { selected: _, ...rest } = edge
  return rest
}
