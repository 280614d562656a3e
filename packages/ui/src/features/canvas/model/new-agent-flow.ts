import { applyEdits } from '@chatwright/core'
import type { Edit, Flow, NodeDescription } from '@chatwright/core'

/** What a flow of agents begins with: its Start, set to run independent steps side by side and to accept signed webhooks. */
const START: Edit = {
  do: 'add',
  node: 'startAgentflow',
  at: { x: 100, y: 100 },
  inputs: { startParallel: true, webhookEnableAuth: true, webhookSignatureType: 'v2' },
}

export function newAgentFlow(describe: (name: string) => NodeDescription | undefined): Flow {
  const empty: Flow = { nodes: [], edges: [] }
  const applied = applyEdits(empty, [START], { describe })
  return 'flow' in applied ? applied.flow : empty
}
