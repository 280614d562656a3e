import { typesFit } from '../can-connect.ts'
import type { Command } from '../command.ts'
import { changeData } from '../command.ts'
import { reconnectEdge } from '../create-edge.ts'
import type { Flow, FlowEdge } from '../document.ts'
import { splitTypes } from '../handles.ts'
import type { NodeOutput } from '../node-outputs.ts'
import { chosenOutputName, nodeOutputs, outputChoice } from '../node-outputs.ts'
import { edgesAt, removeEdges } from '../remove-edges.ts'
import { resolveEdge } from '../resolve-edge.ts'

/** Changes which output a node hands on: edges follow where the new output fits, and are removed where it does not. */
export function chooseOutput(nodeId: string, outputName: string): Command {
  return (flow) => {
    const node = flow.nodes.find((node) => node.id === nodeId)
    const anchor = node && outputChoice(node)
    const output = node && nodeOutputs(node).find((output) => output.name === outputName)
    if (!anchor || !output || output.isBranch || chosenOutputName(node) === outputName) return flow

    const own = edgesAt(flow, [nodeId]).filter(({ source }) => source === nodeId)
    const fitting = removeEdges(
      flow,
      own.filter((edge) => !follows(flow, edge, output)),
    )
    const edges = fitting.edges.map((edge) =>
      edge.source === nodeId ? reconnectEdge(edge, { sourceHandle: output.handle }) : edge,
    )
    return changeData({ ...fitting, edges }, nodeId, (data) => ({
      ...data,
      outputs: { ...data.outputs, [anchor.name]: outputName },
    }))
  }
}

function follows(flow: Flow, edge: FlowEdge, output: NodeOutput): boolean {
  const resolved = resolveEdge(flow, edge)
  return !('problem' in resolved) && typesFit(output.types, splitTypes(resolved.input.type))
}
