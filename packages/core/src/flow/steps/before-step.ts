import type { Flow, FlowNode } from '../document.ts'
import { flowGraph } from '../graph.ts'
import { upstreamOf } from '../upstream.ts'
import { withInside } from './containers.ts'
import { chosenStepId, EARLIER_STEP } from './rewrite-step-ids.ts'
import { parentOf } from './step-edge.ts'

/** The steps that lead to a step, in the order of the drawing: those before its container too, and never the Start. */
export function stepsBefore(flow: Flow, nodeId: string): FlowNode[] {
  const before = idsBefore(flow, nodeId)
  return flow.nodes.filter(
    ({ id, type, data }) => before.has(id) && type !== 'stickyNote' && data['hideInput'] !== true,
  )
}

/** The ids of all steps that may have run when a step begins: a loop may have brought the run back from behind it. */
export function stepsEverBefore(flow: Flow, nodeId: string): Set<string> {
  const before = idsBefore(flow, nodeId)
  for (let size = -1; size !== before.size;) {
    size = before.size
    for (const loop of flow.nodes) {
      const target = loopTarget(loop)
      if (target === undefined || (target !== nodeId && !before.has(target))) continue
      for (const id of [loop.id, ...idsBefore(flow, loop.id)]) before.add(id)
    }
  }
  return withInside(flow, before)
}

/** The step that a step goes back to, as its choice says. */
export function loopTarget({ data }: FlowNode): string | undefined {
  const choice = data.inputParams.find(({ loadMethod }) => loadMethod === EARLIER_STEP)
  return (choice && chosenStepId(data.inputs[choice.name])) || undefined
}

function idsBefore(flow: Flow, nodeId: string): Set<string> {
  const { nodes } = flowGraph(flow)
  const before = new Set<string>()
  const seen = new Set<string>()
  for (let id: string | undefined = nodeId; id !== undefined && !seen.has(id);) {
    seen.add(id)
    for (const other of upstreamOf(flow, id)) before.add(other)
    const node: FlowNode | undefined = nodes.get(id)
    id = node && parentOf(node)
  }
  before.delete(nodeId)
  return before
}
