import type { ReplayRequest, RunChanges } from '@chatwright/contract'

/** What somebody wants to be another than it was in a run. */
export interface Changes {
  question?: string
  /** Inputs of nodes, by the node's id and the input's name. */
  nodes: Readonly<Record<string, ChangedNode>>
  /** What nodes are answered, by their ids. */
  pins: Readonly<Record<string, { label: string; text: string }>>
  /** The node that is run anew with the models that answer for it, and what follows; or alone with the nodes that feed it. */
  from?: { nodeId: string; label: string; isAlone: boolean; feeding?: readonly string[]; models?: readonly string[] }
  /** The flow as it is saved today, and what failed is made again. */
  isMended?: boolean
  isFailedAgain?: boolean
}

export interface ChangedNode {
  label: string
  inputs: Readonly<Record<string, { label: string; value: unknown }>>
}

export const NO_CHANGES: Changes = { nodes: {}, pins: {} }

/** One change, as it is named and taken back. */
export type Change =
  | { kind: 'question' }
  | { kind: 'input'; nodeId: string; name: string; node: string; input: string }
  | { kind: 'pin'; nodeId: string; node: string }
  | { kind: 'from' | 'alone'; node: string }
  | { kind: 'mended' | 'failed' }

export function listChanges({ question, nodes, pins, from, isMended, isFailedAgain }: Changes): Change[] {
  return [
    ...(question === undefined ? [] : [{ kind: 'question' as const }]),
    ...Object.entries(nodes).flatMap(([nodeId, { label, inputs }]) =>
      Object.entries(inputs).map(([name, input]) => ({
        kind: 'input' as const,
        nodeId,
        name,
        node: label,
        input: input.label,
      })),
    ),
    ...Object.entries(pins).map(([nodeId, { label }]) => ({ kind: 'pin' as const, nodeId, node: label })),
    ...(from ? [{ kind: from.isAlone ? ('alone' as const) : ('from' as const), node: from.label }] : []),
    ...(isMended ? [{ kind: 'mended' as const }] : []),
    ...(isFailedAgain ? [{ kind: 'failed' as const }] : []),
  ]
}

/** The changes without one of them. */
export function withoutChange(changes: Changes, change: Change): Changes {
  const { question, nodes, pins, from, isMended, isFailedAgain } = changes
  const rest: Changes = {
    nodes: change.kind === 'input' ? withoutInput(nodes, change) : nodes,
    pins: change.kind === 'pin' ? without(pins, change.nodeId) : pins,
  }
  if (question !== undefined && change.kind !== 'question') rest.question = question
  if (from && change.kind !== 'from' && change.kind !== 'alone') rest.from = from
  if (isMended && change.kind !== 'mended') rest.isMended = isMended
  if (isFailedAgain && change.kind !== 'failed') rest.isFailedAgain = isFailedAgain
  return rest
}

/** What is asked of the server. */
export function toRunChanges(changes: Changes, flowData: string): RunChanges {
  const { question, nodes, pins, from, isMended, isFailedAgain } = changes
  const answers = Object.entries(pins).map(([nodeId, { text }]) => ({ nodeId, result: readResult(text) }))
  return {
    ...(question !== undefined && { question }),
    ...(Object.keys(nodes).length > 0 && { flowData: withInputs(flowData, nodes) }),
    ...(answers.length > 0 && { answers }),
    ...(from && { again: [from.nodeId, ...(from.models ?? [])] }),
    ...(from?.isAlone && { only: [from.nodeId, ...(from.feeding ?? [])] }),
    ...(isMended && { isMended }),
    ...(isFailedAgain && { failedAgain: isFailedAgain }),
  }
}

/** What was decided about calls that are held back: some are allowed, some are answered by hand. */
export interface Held {
  allow: readonly string[]
  answers: readonly { key: string; text: string }[]
}

export const NOTHING_HELD: Held = { allow: [], answers: [] }

export function toReplay(changes: RunChanges, { allow, answers }: Held): ReplayRequest {
  const byHand = answers.map(({ key, text }) => ({ key, result: readResult(text) }))
  return {
    ...changes,
    mode: 'what-if',
    ...(byHand.length > 0 && { answers: [...(changes.answers ?? []), ...byHand] }),
    ...(allow.length > 0 && { allow: [...allow] }),
  }
}

/** The drawing with changed inputs. */
export function withInputs(flowData: string, nodes: Changes['nodes']): string {
  const flow = JSON.parse(flowData) as { nodes: { id: string; data: { inputs?: Record<string, unknown> } }[] }
  for (const { id, data } of flow.nodes) {
    const changed = nodes[id]
    if (changed) data.inputs = { ...data.inputs, ...valuesOf(changed) }
  }
  return JSON.stringify(flow)
}

/** Inputs by the ids of their nodes, for a canvas to take over. */
export function inputsOf(nodes: Changes['nodes']): Record<string, Record<string, unknown>> {
  return Object.fromEntries(Object.entries(nodes).map(([id, node]) => [id, valuesOf(node)]))
}

function valuesOf({ inputs }: ChangedNode): Record<string, unknown> {
  return Object.fromEntries(Object.entries(inputs).map(([name, { value }]) => [name, value]))
}

/** What is typed is JSON where it reads as an object or a list, and text otherwise. */
function readResult(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return text
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}

function withoutInput(nodes: Changes['nodes'], { nodeId, name }: { nodeId: string; name: string }): Changes['nodes'] {
  const node = nodes[nodeId]
  if (!node) return nodes
  const inputs = without(node.inputs, name)
  return Object.keys(inputs).length === 0 ? without(nodes, nodeId) : { ...nodes, [nodeId]: { ...node, inputs } }
}

function without<Value>(record: Readonly<Record<string, Value>>, name: string): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).filter(([key]) => key !== name))
}
