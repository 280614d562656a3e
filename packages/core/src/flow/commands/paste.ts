import { flowKind } from '../agentflow.ts'
import type { Command } from '../command.ts'
import { copyNodes } from '../copy-nodes.ts'
import type { Flow, Position } from '../document.ts'
import { freeFromMissing, nameCopies, withoutSecondStart } from '../steps/copy-steps.ts'
import { parentOf } from '../steps/step-edge.ts'

type Selection = Pick<Flow, 'nodes' | 'edges'>

/** Adds a copied selection, with ids of its own; `at` is where its top left corner goes. */
export function paste(selection: Selection, at?: Position): Command {
  return (flow) => {
    const isSteps = flowKind(selection) === 'agents'
    // Steps mean nothing among nodes that feed each other, and the other way round.
    if (flow.nodes.length > 0 && flowKind(flow) !== flowKind(selection)) return flow
    const { edges } = selection
    const nodes = isSteps ? freeFromMissing(withoutSecondStart(flow, selection.nodes)) : selection.nodes
    if (nodes.length === 0) return flow
    const copied = new Set(nodes.map((node) => node.id))
    const outer = nodes.filter((node) => !copied.has(parentOf(node) ?? ''))
    const corner = {
      x: Math.min(...outer.map((node) => node.position.x)),
      y: Math.min(...outer.map((node) => node.position.y)),
    }
    const offset = at ? { x: at.x - corner.x, y: at.y - corner.y } : { x: 0, y: 0 }
    const made = copyNodes({ nodes, edges }, { taken: new Set(flow.nodes.map((node) => node.id)), offset })
    const copy = isSteps ? nameCopies(flow, made) : made
    return { ...flow, nodes: [...flow.nodes, ...copy.nodes], edges: [...flow.edges, ...copy.edges] }
  }
}
