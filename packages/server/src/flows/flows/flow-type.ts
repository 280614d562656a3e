import { isAgentflow, type Flow } from '@chatwright/core'

/** What a flow is called by its kind. Steps make it one of agents, whatever a client said of it or left out. */
export function flowType(flow: Pick<Flow, 'nodes'>, given: string): string {
  return isAgentflow(flow) ? 'AGENTFLOW' : given
}
