import { topologicalOrder, type Flow, type FlowNode } from '@chatwright/core'

const columnWidth = 400
const gap = 60

/** Columns from left to right, each node as close as it can be to what it feeds. */
export function arrange(flow: Flow): Flow {
  const columns = columnsOf(flow)
  const last = Math.max(...columns.values())
  const heights = new Map<number, number>()
  const nodes = flow.nodes.map((node) => {
    const column = columns.get(node.id) ?? 0
    const top = heights.get(column) ?? 0
    heights.set(column, top + heightOf(node) + gap)
    const position = { x: (last - column) * columnWidth, y: top }
    return { ...node, position, positionAbsolute: position }
  })
  const tallest = Math.max(...heights.values())
  return {
    ...flow,
    nodes: nodes.map((node) => {
      const shift = (tallest - (heights.get(columns.get(node.id) ?? 0) ?? 0)) / 2
      const position = { x: node.position.x, y: Math.round(node.position.y + shift) }
      return { ...node, position, positionAbsolute: position }
    }),
  }
}

/** How many steps a node is from the end of the flow. */
function columnsOf(flow: Flow): Map<string, number> {
  const columns = new Map<string, number>()
  for (const id of topologicalOrder(flow).order.toReversed()) {
    const fed = flow.edges.filter((edge) => edge.source === id).map((edge) => columns.get(edge.target) ?? 0)
    columns.set(id, fed.length === 0 ? 0 : Math.max(...fed) + 1)
  }
  return columns
}

/** About what the card takes on the canvas. */
function heightOf({ type, data }: FlowNode): number {
  // A step shows its name, its model and its branches; its form is in a panel of its own.
  if (type === 'agentFlow') return 70 + Math.max(1, data.outputAnchors.length) * 34
  const shown = data.inputParams.filter((param) => !param.additionalParams)
  const rows = shown.reduce((sum, param) => sum + 76 + Math.max(0, (param.rows ?? 1) - 1) * 22, 0)
  return 140 + rows + data.inputAnchors.length * 44
}
