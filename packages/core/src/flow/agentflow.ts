import type { Flow } from './document.ts'

const OLDER_CATEGORIES: ReadonlySet<string> = new Set(['Sequential Agents', 'Multi Agents'])

/** Whether a flow is of the first agent-flow kind: agents drawn one after the other, or workers below a supervisor. */
export function isOlderAgentflow(flow: Flow): boolean {
  return flow.nodes.some((node) => OLDER_CATEGORIES.has(node.data.category ?? ''))
}

/** Whether a flow is of the second agent-flow kind: its edges carry order instead of values, and its grammar differs. */
export function isAgentflow(flow: Flow): boolean {
  return flow.nodes.some((node) => node.type === 'agentFlow' || node.data.category === 'Agent Flows')
}
