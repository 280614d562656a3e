import type { Command } from '../command.ts'

/** Gives a node another size; a note has one of its own, while a card is as large as its fields. */
export function resizeNode(nodeId: string, { width, height }: { width: number; height: number }): Command {
  return (flow) => {
    const old = flow.nodes.find((node) => node.id === nodeId)
    if (!old || (old.width === width && old.height === height)) return flow
    return { ...flow, nodes: flow.nodes.map((node) => (node === old ? { ...node, width, height } : node)) }
  }
}
