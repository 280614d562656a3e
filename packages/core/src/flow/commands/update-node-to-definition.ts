import type { NodeDescription } from '../../node/definition.ts'
import { typesFit } from '../can-connect.ts'
import type { Command } from '../command.ts'
import { splitTypes } from '../handles.ts'
import { findInput } from '../node-inputs.ts'
import { replaceNode } from '../replace-node.ts'
import { findOutput, inputNameOf } from '../resolve-edge.ts'

/** Brings an outdated node to its current version: values stay, edges that no longer fit go. */
export function updateNodeToDefinition(nodeId: string, description: NodeDescription): Command {
  return (flow) =>
    replaceNode(flow, {
      nodeId,
      description,
      mayStay({ source, target, edge }) {
        const output = findOutput(source, edge.sourceHandle)
        const input = findInput(target, inputNameOf(edge))
        return output !== undefined && input !== undefined && typesFit(output.types, splitTypes(input.type))
      },
    })
}
