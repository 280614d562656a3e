import { applyEdits } from '@chatwright/core'
import type { Edit, Flow, NodeDescription } from '@chatwright/core'

/** What a flow of agents begins with: its Start, told to run independent steps side by side. */
const START: Edit = { do: 'add', node: 'startAgentflow', at: { x: 100, y: 100 }, inputs: { startParallel: true } }

export function newAgentFlow(describe: (name: string) => NodeDescription | undefined): Flow {
  const empty: Flow = { nodes: [], edges: [] }
  const applied = applyEdits(empty, [START], { describe })
  return 'flow' in applied ? applied.flow : empty
}
