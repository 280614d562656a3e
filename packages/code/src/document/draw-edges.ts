import type { EditRefusal, FlowEdge, FlowKind, FlowNode, InputAnchor, InputParam, NodeOutput } from '@chatwright/core'
import {
  createEdge,
  createStepEdge,
  findInput,
  findOutput,
  inputHandleId,
  inputHandleOf,
  instanceReference,
  isParam,
  openOutputs,
  outputHandleId,
  parentOf,
  parseHandle,
  referencesIn,
  splitTypes,
  takesConnections,
  typesFit,
} from '@chatwright/core'
import { compareIds } from './code-order.ts'

/** A connection by names. */
export interface Connection {
  from: string
  /** Where the source has several outputs that are open at once. */
  branch?: string | undefined
  to: string
  /** Between steps there is none. */
  input?: string | undefined
}

export type Drawn = { edge: FlowEdge } | { refusal: EditRefusal } | { outputs: NodeOutput[] }

/** The edge that the canvas would draw for a connection, or why it would draw none. Circles are looked for elsewhere. */
export function drawEdge(kind: FlowKind, ends: { source: FlowNode; target: FlowNode }, connection: Connection): Drawn {
  const { source, target } = ends
  const names = { source: source.data.label, target: target.data.label }
  const outputs = outputsOf(source)
  const output =
    connection.branch === undefined && outputs.length < 2
      ? outputs[0]
      : outputs.find(({ name }) => name === connection.branch)
  if (kind === 'agents') {
    if (source === target) return refuse('step-itself', names)
    if (source.type === 'stickyNote' || target.type === 'stickyNote') return refuse('note-connected')
    if (target.data['hideInput'] === true) return refuse('step-start', names)
    if (outputs.length === 0) return isBare(source) ? drawBare(source, target) : refuse('step-end', names)
    if (!output) return { outputs }
    if (parentOf(source) !== parentOf(target)) return refuse('other-container', names)
    return { edge: createStepEdge({ source, sourceHandle: output.handle, target }) }
  }
  const { input: name = '' } = connection
  const input = findInput(target, name)
  if (source === target) return refuse('own-input', names)
  if (!output)
    return outputs.length > 0
      ? { outputs }
      : isBare(source)
        ? drawBare(source, target, name, input)
        : refuse('source-output-missing', names)
  if (!input)
    return isBare(target) ? drawBare(source, target, name, undefined, output) : refuse('target-input-missing', names)
  if (!takesConnections(input)) return refuse('input-typed', { ...names, input: input.label })
  if (!typesFit(output.types, splitTypes(input.type))) {
    return refuse('types-differ', { ...names, input: input.label, takes: input.type, gives: output.types.join(', ') })
  }
  const targetHandle = inputHandleOf(target.id, input)
  return { edge: createEdge({ source: source.id, sourceHandle: output.handle, target: target.id, targetHandle }) }
}

/** A node whose form nobody knows takes what is connected to it: a server that knows it decides. */
function isBare({ data }: FlowNode): boolean {
  return data.inputParams.length === 0 && data.inputAnchors.length === 0 && data.outputAnchors.length === 0
}

function drawBare(
  source: FlowNode,
  target: FlowNode,
  name?: string,
  input?: InputAnchor | InputParam,
  output?: NodeOutput,
): Drawn {
  const sourceHandle = output?.handle ?? outputHandleId(source.id, source.data.name, [])
  if (name === undefined) return { edge: createStepEdge({ source, sourceHandle, target }) }
  const targetHandle = input ? inputHandleOf(target.id, input) : inputHandleId(target.id, name, output?.types[0] ?? '')
  return { edge: createEdge({ source: source.id, sourceHandle, target: target.id, targetHandle }) }
}

// A node is never changed in place, and each of its edges asks.
const outputs = new WeakMap<FlowNode, NodeOutput[]>()

function outputsOf(node: FlowNode): NodeOutput[] {
  const known = outputs.get(node) ?? openOutputs(node)
  outputs.set(node, known)
  return known
}

/** A stored edge by names, whatever else it holds; nothing where its ends are not there. */
export function nameEdge(kind: FlowKind, nodes: ReadonlyMap<string, FlowNode>, edge: FlowEdge): Connection | undefined {
  const source = nodes.get(edge.source)
  const target = nodes.get(edge.target)
  if (!source || !target) return undefined
  const output = findOutput(source, edge.sourceHandle)
  const branch = output && outputsOf(source).length > 1 ? { branch: output.name } : {}
  const ends = { from: edge.source, ...branch, to: edge.target }
  if (kind === 'agents') return edge.targetHandle === edge.target ? ends : undefined
  const name = parseHandle(edge.targetHandle)?.name
  return name === undefined ? undefined : { ...ends, input: name }
}

export function keyOf({ from, branch, to, input }: Connection): string {
  const lengths = `${from.length} ${branch?.length ?? ''} ${to.length} ${input?.length ?? ''}`
  return `${lengths} ${from}${branch ?? ''}${to}${input ?? ''}`
}

/** The connections that the texts of a node mean: those of the nodes they speak of, where what these give is a text. */
export function impliedBy(target: FlowNode, nodes: ReadonlyMap<string, FlowNode>): Connection[] {
  return target.data.inputParams.flatMap((input) => {
    if (!isParam(input) || input.acceptVariable !== true) return []
    const value = target.data.inputs[input.name]
    if (findInput(target, input.name) !== input || value === undefined) return []
    return referencesIn(value).flatMap((from): Connection[] => {
      const source = nodes.get(from)
      if (!source || source === target) return []
      const connection = { from, to: target.id, input: input.name }
      return 'edge' in drawEdge('chat', { source, target }, connection) ? [connection] : []
    })
  })
}

/** The node whose output a value stands for, where it is the reference that the canvas writes. */
export function wholeReference(value: unknown): string | undefined {
  if (typeof value !== 'string' || !value.startsWith('{{') || !value.endsWith(INSTANCE)) return undefined
  const id = value.slice(2, -INSTANCE.length)
  return instanceReference(id) === value ? id : undefined
}

const INSTANCE = '.data.instance}}'

/** Sources as the code has them; of one source, its outputs by number. */
export function compareConnections(order: readonly string[]): (one: Connection, other: Connection) => number {
  const rank = rankOf(order)
  return (one, other) => {
    const ranks = (rank.get(one.from) ?? 0) - (rank.get(other.from) ?? 0)
    return ranks === 0 ? compareIds(one.branch ?? '', other.branch ?? '') : ranks
  }
}

const ranks = new WeakMap<readonly string[], ReadonlyMap<string, number>>()

function rankOf(order: readonly string[]): ReadonlyMap<string, number> {
  const known = ranks.get(order) ?? new Map(order.map((id, index) => [id, index]))
  ranks.set(order, known)
  return known
}

function refuse(code: EditRefusal['code'], params: EditRefusal['params'] = {}): Drawn {
  return { refusal: { code, params } }
}
