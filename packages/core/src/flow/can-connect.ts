import { flowKind } from './agentflow.ts'
import type { Connection } from './connection.ts'
import type { Flow, FlowNode, InputAnchor, InputParam } from './document.ts'
import { flowGraph } from './graph.ts'
import { parseHandle, splitTypes } from './handles.ts'
import { findInput, takesConnections } from './node-inputs.ts'
import type { NodeOutput } from './node-outputs.ts'
import { openOutputs } from './node-outputs.ts'
import { inputNameOf } from './resolve-edge.ts'
import { canConnectSteps } from './steps/can-connect-steps.ts'
import { wordsForGiven, wordsForTaken } from './type-words.ts'
import { upstreamOf } from './upstream.ts'

/** Between steps an edge ends at the step itself, and at none of its inputs. */
export type ConnectionVerdict = { ok: true; output: NodeOutput; input: InputAnchor | InputParam | undefined } | Refusal
type Refusal = { ok: false; reason: string }

/** Whether an edge may be drawn, and if not, why, in words for people. */
export function canConnect(flow: Flow, connection: Connection): ConnectionVerdict {
  if (flowKind(flow) === 'agents') {
    const verdict = canConnectSteps(flow, connection)
    return verdict.ok ? { ...verdict, input: undefined } : verdict
  }
  const { nodes, incoming } = flowGraph(flow)
  const source = nodes.get(connection.source)
  const target = nodes.get(connection.target)
  if (!source || !target) return refuse('One of the two nodes is no longer on the canvas.')
  if (source === target) return refuse(`${target.data.label} cannot feed itself.`)

  const output = openOutputs(source).find((output) => isOutput(output, connection.sourceHandle))
  if (!output) return refuse(`${source.data.label} has no such output.`)
  const input = findInput(target, inputNameOf(connection))
  if (!input) return refuse(`${target.data.label} has no such input.`)
  if (!takesConnections(input)) return refuse(`${place(target, input)} is typed in, not connected.`)

  if (!typesFit(output.types, splitTypes(input.type))) {
    const takes = wordsForTaken(splitTypes(input.type))
    return refuse(`${place(target, input)} takes ${takes}; ${source.data.label} gives ${wordsForGiven(output.types)}.`)
  }
  const present = (incoming.get(target.id) ?? []).filter((edge) => inputNameOf(edge) === input.name)
  if (present.some((edge) => edge.source === source.id)) {
    return refuse(`${source.data.label} is connected to ${place(target, input)} already.`)
  }
  if (!input.list && present.length > 0) {
    return refuse(`${place(target, input)} takes one connection and has one already. Remove that one first.`)
  }
  if (upstreamOf(flow, source.id).has(target.id)) {
    return refuse(`${target.data.label} feeds ${source.data.label} already; together they would go round in a circle.`)
  }
  return { ok: true, output, input }
}

/** Whether what an output gives is something an input takes. */
export function typesFit(given: readonly string[], taken: readonly string[]): boolean {
  return given.some((type) => taken.includes(type))
}

function isOutput(output: NodeOutput, handle: string): boolean {
  return output.handle === handle || parseHandle(handle)?.name === output.name
}

function place(node: FlowNode, input: InputAnchor | InputParam): string {
  return `"${input.label}" of ${node.data.label}`
}

function refuse(reason: string): Refusal {
  return { ok: false, reason }
}
