import type { Command } from '../command.ts'

/** Gives a node another size; a note and a container have one of their own, while a card is as large as its fields. */
export function resizeNode(nodeId: string, { width, height }: { width: number; height: number }): Command {
  return (flow) => {
    const old = flow.nodes.find((node) => node.id === nodeId)
    if (!old || (old.width === width && old.height === height)) return flow
    // The older product draws a container as large as its style says.
    const size = old.type === 'iteration' ? { width, height, style: { width, height } } : { width, height }
    return { ...flow, nodes: flow.nodes.map((node) => (node === old ? { ...node, ...size } : node)) }
  }
}
