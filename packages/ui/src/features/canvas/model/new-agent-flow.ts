import { createNode } from '@chatwright/core'
import type { Flow, NodeDescription } from '@chatwright/core'

const START = 'startAgentflow'

/** What a flow of agents begins with: its Start, told to run independent steps side by side. */
export function newAgentFlow(describe: (name: string) => NodeDescription | undefined): Flow {
  const description = describe(START)
  if (!description) return { nodes: [], edges: [] }
  const start = createNode(description, { id: `${START}_0`, position: { x: 100, y: 100 } })
  const inputs = { ...start.data.inputs, startParallel: true }
  return { nodes: [{ ...start, data: { ...start.data, inputs } }], edges: [] }
}
