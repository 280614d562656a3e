import type { Flow } from './document.ts'

/** Whether a flow is of the second agent-flow kind: its edges carry order instead of values, and its grammar differs. */
export function isAgentflow(flow: Flow): boolean {
  return flow.nodes.some((node) => node.type === 'agentFlow' || node.data.category === 'Agent Flows')
}
