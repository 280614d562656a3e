import type { Flow, FlowEdge, FlowNode, InputAnchor, InputParam } from './document.ts'
import { flowGraph } from './graph.ts'
import { parseHandle } from './handles.ts'
import { findInput } from './node-inputs.ts'
import type { NodeOutput } from './node-outputs.ts'
import { openOutputs } from './node-outputs.ts'

/** What an edge joins. */
export interface ResolvedEdge {
  source: FlowNode
  output: NodeOutput
  target: FlowNode
  input: InputAnchor | InputParam
}

/** Why an edge joins nothing. */
export interface BrokenEdge {
  problem: 'source-missing' | 'target-missing' | 'input-unknown' | 'output-unknown'
}

/**
 * Finds what an edge joins by its nodes and its input's name. Handles in real files go stale (an output was renamed, a
 * type changed), so their text decides only where a node has several open outputs.
 */
export function resolveEdge(flow: Flow, edge: FlowEdge): ResolvedEdge | BrokenEdge {
  const { nodes } = flowGraph(flow)
  const source = nodes.get(edge.source)
  if (!source) return { problem: 'source-missing' }
  const target = nodes.get(edge.target)
  if (!target) return { problem: 'target-missing' }
  const input = findInput(target, inputNameOf(edge))
  if (!input) return { problem: 'input-unknown' }
  const output = findOutput(source, edge.sourceHandle)
  if (!output) return { problem: 'output-unknown' }
  return { source, output, target, input }
}

/** The name of the input an edge ends at, as its handle says; empty when the handle has none. */
export function inputNameOf(edge: Pick<FlowEdge, 'targetHandle'>): string {
  return parseHandle(edge.targetHandle)?.name ?? ''
}

/** The open output that a handle means. */
export function findOutput(source: FlowNode, sourceHandle: string): NodeOutput | undefined {
  const outputs = openOutputs(source)
  if (outputs.length < 2) return outputs[0]
  return namedOutput(outputs, sourceHandle) ?? branchBySuffix(outputs, sourceHandle)
}

/** Whether a handle names no output of a branching node, so that only its suffix says which branch it means. */
export function isReadBySuffix(source: FlowNode, sourceHandle: string): boolean {
  const outputs = openOutputs(source)
  return outputs.length > 1 && namedOutput(outputs, sourceHandle) === undefined
}

/** The last part of a handle: some files number the outputs of a branching node with it. */
export function handleSuffix(sourceHandle: string): string {
  return sourceHandle.slice(sourceHandle.lastIndexOf('-') + 1)
}

function namedOutput(outputs: readonly NodeOutput[], sourceHandle: string): NodeOutput | undefined {
  const name = parseHandle(sourceHandle)?.name
  return outputs.find((output) => output.handle === sourceHandle) ?? outputs.find((output) => output.name === name)
}

/** Of two branches the suffix 0 is the first, the true one, and any other the second; more are counted from 0. */
function branchBySuffix(outputs: readonly NodeOutput[], sourceHandle: string): NodeOutput | undefined {
  const suffix = handleSuffix(sourceHandle)
  if (outputs.length === 2) return outputs[suffix === '0' ? 0 : 1]
  return /^\d+$/.test(suffix) ? outputs[Number(suffix)] : undefined
}
