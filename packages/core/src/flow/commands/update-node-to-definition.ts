import type { NodeDescription } from '../../node/definition.ts'
import { typesFit } from '../can-connect.ts'
import type { Command } from '../command.ts'
import type { Flow } from '../document.ts'
import { splitTypes } from '../handles.ts'
import { findInput } from '../node-inputs.ts'
import { nodeOutputs } from '../node-outputs.ts'
import { rebuildNode } from '../rebuild-node.ts'
import { replaceNode } from '../replace-node.ts'
import { findOutput, inputNameOf } from '../resolve-edge.ts'
import { isStepDescription } from '../steps/create-step.ts'

/** Brings an outdated node to its current version: values stay, edges that no longer fit go. */
export function updateNodeToDefinition(nodeId: string, description: NodeDescription): Command {
  return (flow) => {
    if (isStepDescription(description)) return updateStep(flow, nodeId, description)
    const updated = replaceNode(flow, {
      nodeId,
      description,
      mayStay({ source, target, edge }) {
        const output = findOutput(source, edge.sourceHandle)
        const input = findInput(target, inputNameOf(edge))
        return output !== undefined && input !== undefined && typesFit(output.types, splitTypes(input.type))
      },
    })
    return isCurrent(flow, updated, nodeId) ? flow : updated
  }
}

/** A step's edges leave from the same outputs as before; those from outputs that are gone go with them. */
function updateStep(flow: Flow, nodeId: string, description: NodeDescription): Flow {
  const nodes = flow.nodes.map((node) => (node.id === nodeId ? rebuildNode(node, description) : node))
  const step = nodes.find((node) => node.id === nodeId)
  if (!step) return flow
  const handles = new Set(nodeOutputs(step).map(({ handle }) => handle))
  const edges = flow.edges.filter((edge) => edge.source !== nodeId || handles.has(edge.sourceHandle))
  const updated = { ...flow, nodes, edges: edges.length === flow.edges.length ? flow.edges : edges }
  return isCurrent(flow, updated, nodeId) ? flow : updated
}

/** Whether the node was in its current shape already, so that there is nothing to undo. */
function isCurrent(before: Flow, after: Flow, nodeId: string): boolean {
  const text = (flow: Flow) => JSON.stringify(flow.nodes.find((node) => node.id === nodeId))
  const hasSameEdges =
    before.edges.length === after.edges.length && before.edges.every((edge, at) => edge === after.edges[at])
  return hasSameEdges && text(before) === text(after)
}
