import { flowKind } from '../agentflow.ts'
import type { Command } from '../command.ts'
import { copyNodes } from '../copy-nodes.ts'
import { withInside } from '../steps/containers.ts'
import { nameCopies, withoutSecondStart } from '../steps/copy-steps.ts'

/** How far to the right a duplicate stands. */
const DUPLICATE_OFFSET = 400

/** Copies nodes, and the edges among them, to the right; edges to nodes outside are not copied. */
export function duplicateNodes(...nodeIds: string[]): Command {
  return (flow) => {
    const wanted = withInside(flow, nodeIds)
    const isSteps = flowKind(flow) === 'agents'
    const chosen = flow.nodes.filter((node) => wanted.has(node.id))
    const nodes = isSteps ? withoutSecondStart(flow, chosen) : chosen
    if (nodes.length === 0) return flow
    const taken = new Set(flow.nodes.map((node) => node.id))
    const offset = { x: DUPLICATE_OFFSET, y: 0 }
    const made = copyNodes({ nodes, edges: flow.edges }, { taken, offset })
    const copy = isSteps ? nameCopies(flow, made) : made
    return { ...flow, nodes: [...flow.nodes, ...copy.nodes], edges: [...flow.edges, ...copy.edges] }
  }
}
