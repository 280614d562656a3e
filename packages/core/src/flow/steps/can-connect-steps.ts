import type { Connection } from '../connection.ts'
import type { Flow } from '../document.ts'
import { flowGraph } from '../graph.ts'
import type { NodeOutput } from '../node-outputs.ts'
import { nodeOutputs } from '../node-outputs.ts'
import { upstreamOf } from '../upstream.ts'
import { parentOf } from './step-edge.ts'

export type StepVerdict = { ok: true; output: NodeOutput } | { ok: false; reason: string }

/** Whether one step may follow another, and if not, why, in words for people. */
export function canConnectSteps(flow: Flow, connection: Connection): StepVerdict {
  const { nodes, outgoing } = flowGraph(flow)
  const source = nodes.get(connection.source)
  const target = nodes.get(connection.target)
  if (!source || !target) return refuse('One of the two steps is no longer on the canvas.')
  if (source === target) return refuse(`${target.data.label} cannot follow itself. To repeat steps, add a Loop.`)
  if (source.type === 'stickyNote' || target.type === 'stickyNote') return refuse('A note is not connected.')
  if (target.data['hideInput'] === true) return refuse(`Nothing leads to ${target.data.label}: a run begins there.`)

  const outputs = nodeOutputs(source)
  if (outputs.length === 0) return refuse(`Nothing follows ${source.data.label}: its path ends there.`)
  const output = outputs.find(({ handle }) => handle === connection.sourceHandle)
  if (!output) return refuse(`${source.data.label} has no such output.`)
  if (parentOf(source) !== parentOf(target)) {
    return refuse(`${source.data.label} and ${target.data.label} do not stand in the same container.`)
  }
  const isThere = outgoing
    .get(source.id)
    ?.some((edge) => edge.target === target.id && edge.sourceHandle === connection.sourceHandle)
  if (isThere) return refuse(`${source.data.label} leads to ${target.data.label} already.`)
  if (upstreamOf(flow, source.id).has(target.id)) {
    return refuse(
      `${target.data.label} leads to ${source.data.label} already; together they would go round in a circle. To repeat steps, add a Loop.`,
    )
  }
  return { ok: true, output }
}

function refuse(reason: string): StepVerdict {
  return { ok: false, reason }
}
