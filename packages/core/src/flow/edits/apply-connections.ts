import { flowKind } from '../agentflow.ts'
import { canConnect } from '../can-connect.ts'
import { connect } from '../commands/connect.ts'
import type { Connection } from '../connection.ts'
import type { Flow, FlowEdge, FlowNode } from '../document.ts'
import { flowGraph } from '../graph.ts'
import { inputHandleOf, takesConnections } from '../node-inputs.ts'
import { openOutputs } from '../node-outputs.ts'
import { removeEdges } from '../remove-edges.ts'
import { findOutput, inputNameOf } from '../resolve-edge.ts'
import type { Apply } from './apply.ts'
import { missing, nodeOf } from './apply.ts'
import type { ConnectEdit, DisconnectEdit } from './edit.ts'
import type { EditRefusal } from './refusal.ts'
import { refuse } from './refusal.ts'

export const applyConnect: Apply<ConnectEdit> = (flow, edit) => {
  const found = connectionOf(flow, edit)
  return 'refusal' in found ? found : { flow: connect(found)(flow) }
}

export const applyDisconnect: Apply<DisconnectEdit> = (flow, edit) => {
  const edges = edgesMeant(flow, edit)
  return edges.length === 0
    ? refuse('not-connected', { from: edit.from, to: edit.to })
    : { flow: removeEdges(flow, edges) }
}

/** The edges that names mean. */
export function edgesMeant(flow: Flow, { from, to, branch }: Omit<DisconnectEdit, 'do'>): FlowEdge[] {
  const { id, input } = readEnd(to)
  return (flowGraph(flow).outgoing.get(from) ?? []).filter(
    (edge) =>
      edge.target === id &&
      (input === undefined || inputNameOf(edge) === input) &&
      (branch === undefined || isBranch(flow, edge, branch)),
  )
}

/** `llmChain_0.model` is an input of a node, `llmChain_0` whichever fits. */
export function readEnd(end: string): { id: string; input?: string } {
  const point = end.indexOf('.')
  return point < 0 ? { id: end } : { id: end.slice(0, point), input: end.slice(point + 1) }
}

function isBranch(flow: Flow, edge: FlowEdge, branch: string): boolean {
  const source = nodeOf(flow, edge.source)
  const output = source && findOutput(source, edge.sourceHandle)
  return output !== undefined && (output.name === branch || output.label === branch)
}

/** The one connection that the names mean. */
function connectionOf(flow: Flow, { from, to, branch }: ConnectEdit): Connection | { refusal: EditRefusal } {
  const end = readEnd(to)
  const [source, target] = [nodeOf(flow, from), nodeOf(flow, end.id)]
  if (!source) return missing(flow, from)
  if (!target) return missing(flow, end.id)
  const offered = openOutputs(source)
  const outputs = offered.filter(({ name, label }) => branch === undefined || [name, label].includes(branch))
  if (outputs.length === 0) {
    const names = offered.map(({ name, label }) => (name === label ? name : `${name} (${label})`))
    const params = { label: source.data.label, output: branch ?? '', outputs: names.join(', ') || '–' }
    return refuse('output-unknown', params)
  }
  const ends = targetHandles(flow, target, end.input)
  const tried = outputs.flatMap(({ handle: sourceHandle }) =>
    ends.map((targetHandle) => {
      const connection = { source: source.id, sourceHandle, target: target.id, targetHandle }
      return { connection, verdict: canConnect(flow, connection) }
    }),
  )
  const [first, second] = tried.filter(({ verdict }) => verdict.ok)
  if (second) return refuse('connection-ambiguous', { from: source.data.label, to: target.data.label })
  if (first) return first.connection
  const refused = tried.find(({ verdict }) => !verdict.ok)?.verdict
  if (refused?.ok === false) return { refusal: refused.refusal }
  const inputs = [...target.data.inputAnchors, ...target.data.inputParams].filter(takesConnections)
  const names = inputs.map((input) => input.name).join(', ') || '–'
  return refuse('input-unknown', { label: target.data.label, input: end.input ?? '', inputs: names })
}

/** Between steps an edge ends at the step itself. */
function targetHandles(flow: Flow, target: FlowNode, name: string | undefined): string[] {
  if (flowKind(flow) === 'agents') return [target.id]
  const { inputAnchors, inputParams } = target.data
  return [...inputAnchors, ...inputParams]
    .filter((input) => takesConnections(input) && (name === undefined || input.name === name))
    .map((input) => inputHandleOf(target.id, input))
}
