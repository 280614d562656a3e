import type { Connection } from '../connection.ts'
import type { Flow } from '../document.ts'
import type { EditRefusal, RefusalCode } from '../edits/refusal.ts'
import { flowGraph } from '../graph.ts'
import type { NodeOutput } from '../node-outputs.ts'
import { nodeOutputs } from '../node-outputs.ts'
import { upstreamOf } from '../upstream.ts'
import { parentOf } from './step-edge.ts'

export type StepVerdict = { ok: true; output: NodeOutput } | { ok: false; refusal: EditRefusal }

/** Whether one step may follow another, and if not, why. */
export function canConnectSteps(flow: Flow, connection: Connection): StepVerdict {
  const { nodes, outgoing } = flowGraph(flow)
  const source = nodes.get(connection.source)
  const target = nodes.get(connection.target)
  if (!source || !target) return refuse('ends-missing')
  const names = { source: source.data.label, target: target.data.label }
  if (source === target) return refuse('step-itself', names)
  if (source.type === 'stickyNote' || target.type === 'stickyNote') return refuse('note-connected')
  if (target.data['hideInput'] === true) return refuse('step-start', names)

  const outputs = nodeOutputs(source)
  if (outputs.length === 0) return refuse('step-end', names)
  const output = outputs.find(({ handle }) => handle === connection.sourceHandle)
  if (!output) return refuse('source-output-missing', names)
  if (parentOf(source) !== parentOf(target)) return refuse('other-container', names)
  const isThere = outgoing
    .get(source.id)
    ?.some((edge) => edge.target === target.id && edge.sourceHandle === connection.sourceHandle)
  if (isThere) return refuse('step-connected', names)
  if (upstreamOf(flow, source.id).has(target.id)) return refuse('step-circle', names)
  return { ok: true, output }
}

function refuse(code: RefusalCode, params: EditRefusal['params'] = {}): StepVerdict {
  return { ok: false, refusal: { code, params } }
}
