import type { Flow, FlowNode } from './document.ts'

const OLDER_CATEGORIES: ReadonlySet<string> = new Set(['Sequential Agents', 'Multi Agents'])

/** Whether a flow is of the first agent-flow kind: agents drawn one after the other, or workers below a supervisor. */
export function isOlderAgentflow(flow: Flow): boolean {
  return flow.nodes.some((node) => OLDER_CATEGORIES.has(node.data.category ?? ''))
}

/** What a flow's edges carry: values in a chat flow, order in a flow of agents. */
export type FlowKind = 'chat' | 'agents'

/** The category of every step, and of the notes beside them. */
export const STEP_CATEGORY = 'Agent Flows'

/** The kind of a flow, which decides by whose rules it is drawn, checked and read. */
export function flowKind(flow: Pick<Flow, 'nodes'>): FlowKind {
  return isAgentflow(flow) ? 'agents' : 'chat'
}

/** Whether a node belongs into a flow of agents. */
export function isStepNode({ type, data }: FlowNode): boolean {
  return type === 'agentFlow' || data.category === STEP_CATEGORY
}

// A list of nodes is never changed in place, and is asked about several times in an edit.
const known = new WeakMap<readonly FlowNode[], boolean>()

/** Whether a flow is of the second agent-flow kind: its edges carry order instead of values, and its grammar differs. */
export function isAgentflow({ nodes }: Pick<Flow, 'nodes'>): boolean {
  let isAgents = known.get(nodes)
  if (isAgents === undefined) {
    isAgents = nodes.some(isStepNode)
    known.set(nodes, isAgents)
  }
  return isAgents
}
