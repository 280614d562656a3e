import { parseFlowData } from '@chatwright/core'

/** A flow's graph with what it takes to draw it and nothing else: no prompt, no address, no credential. */
export function drawingOf(flowData: string): string {
  const { nodes, edges, viewport } = parseFlowData(flowData)
  return JSON.stringify({
    nodes: nodes.map(({ data, ...node }) => {
      const { credential: _, inputs: __, inputParams: ___, ...drawn } = data
      return { ...node, data: { ...drawn, inputs: {}, inputParams: [] } }
    }),
    edges,
    ...(viewport && { viewport }),
  })
}
