import { flowKind } from './agentflow.ts'
import type { Connection } from './connection.ts'
import type { Flow, InputAnchor, InputParam } from './document.ts'
import type { EditRefusal, RefusalCode } from './edits/refusal.ts'
import { flowGraph } from './graph.ts'
import { parseHandle, splitTypes } from './handles.ts'
import { findInput, takesConnections } from './node-inputs.ts'
import type { NodeOutput } from './node-outputs.ts'
import { openOutputs } from './node-outputs.ts'
import { inputNameOf } from './resolve-edge.ts'
import { canConnectSteps } from './steps/can-connect-steps.ts'
import { upstreamOf } from './upstream.ts'

/** Between steps an edge ends at the step itself, and at none of its inputs. */
export type ConnectionVerdict = { ok: true; output: NodeOutput; input: InputAnchor | InputParam | undefined } | Refusal
type Refusal = { ok: false; refusal: EditRefusal }

/** Whether an edge may be drawn, and if not, why. */
export function canConnect(flow: Flow, connection: Connection): ConnectionVerdict {
  if (flowKind(flow) === 'agents') {
    const verdict = canConnectSteps(flow, connection)
    return verdict.ok ? { ...verdict, input: undefined } : verdict
  }
  const { nodes, incoming } = flowGraph(flow)
  const source = nodes.get(connection.source)
  const target = nodes.get(connection.target)
  if (!source || !target) return refuse('ends-missing')
  if (source === target) return refuse('own-input', { target: target.data.label })

  const names = { source: source.data.label, target: target.data.label }
  const output = openOutputs(source).find((output) => isOutput(output, connection.sourceHandle))
  if (!output) return refuse('source-output-missing', names)
  const input = findInput(target, inputNameOf(connection))
  if (!input) return refuse('target-input-missing', names)
  const ends = { ...names, input: input.label }
  if (!takesConnections(input)) return refuse('input-typed', ends)

  if (!typesFit(output.types, splitTypes(input.type))) {
    return refuse('types-differ', { ...ends, takes: input.type, gives: output.types.join(', ') })
  }
  const present = (incoming.get(target.id) ?? []).filter((edge) => inputNameOf(edge) === input.name)
  if (present.some((edge) => edge.source === source.id)) {
    return refuse('connected-already', ends)
  }
  if (!input.list && present.length > 0) {
    return refuse('input-full', ends)
  }
  if (upstreamOf(flow, source.id).has(target.id)) {
    return refuse('circle', names)
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

function refuse(code: RefusalCode, params: EditRefusal['params'] = {}): Refusal {
  return { ok: false, refusal: { code, params } }
}
