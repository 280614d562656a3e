import type { NodeAlias } from '../../node/definition.ts'
import { reconnectEdge } from '../create-edge.ts'
import type { Flow, FlowEdge, FlowNode } from '../document.ts'
import { flowGraph } from '../graph.ts'
import { inputHandleId, isParam } from '../handles.ts'
import { renamedInput } from '../rebuild-node.ts'
import { inputNameOf } from '../resolve-edge.ts'
import type { Describe, Repair } from './repair.ts'

/** Some older nodes held a model for the nodes that they feed: it is connected to those, where they have none of their own. */
export const handOn: Repair = (flow, report, describe) => {
  const holders = flow.nodes.flatMap((node) => {
    const names = aliasOf(node, describe)?.handsOn
    return names ? [{ node, names }] : []
  })
  if (holders.length === 0) return flow
  const moved = new Map<FlowEdge, FlowEdge[]>()
  for (const { node, names } of holders) {
    for (const edge of flowGraph(flow).incoming.get(node.id) ?? []) {
      const name = inputNameOf(edge)
      if (!names.includes(name)) continue
      const takers = takersOf(flow, node.id, { name, describe })
      if (takers.length === 0) continue
      moved.set(
        edge,
        takers.map(({ taker, targetHandle }) => reconnectEdge(edge, { target: taker.id, targetHandle })),
      )
      for (const { taker } of takers) {
        const message = `${taker.data.label} takes its ${name} from ${edge.source} today, and no longer from ${node.data.label}.`
        report({ kind: 'rewired-edge', edgeId: edge.id, message })
      }
    }
  }
  return moved.size === 0 ? flow : { ...flow, edges: unique(flow.edges.flatMap((edge) => moved.get(edge) ?? [edge])) }
}

function aliasOf(node: FlowNode, describe: Describe): NodeAlias | undefined {
  const description = describe(node.data.name)
  if (!description || description.name === node.data.name) return undefined
  return description.aliases?.find(({ name }) => name === node.data.name)
}

/** The nodes fed by this one that have such an anchor, and nothing connected to it. */
function takersOf(flow: Flow, holderId: string, { name, describe }: { name: string; describe: Describe }) {
  const { nodes, incoming, outgoing } = flowGraph(flow)
  return (outgoing.get(holderId) ?? []).flatMap(({ target }) => {
    const taker = nodes.get(target)
    const description = taker && describe(taker.data.name)
    const anchor = description?.inputs.find((input) => input.name === name && !isParam(input))
    if (!taker || !description || !anchor) return []
    const isTaken = (incoming.get(target) ?? []).some(
      (edge) => renamedInput(taker, description, inputNameOf(edge)) === name,
    )
    return isTaken ? [] : [{ taker, targetHandle: inputHandleId(target, name, anchor.type) }]
  })
}

/** Two stores that feed one node may have had the same model. */
function unique(edges: readonly FlowEdge[]): FlowEdge[] {
  return [...new Map(edges.map((edge) => [edge.id, edge])).values()]
}
