import { createWaitStore } from '../src/runs/runs/waits/wait-store.ts'
import { createAgentFlow } from './agent-flow.ts'
import type { TestServer } from './test-server.ts'

/** Asks a flow that waits for two decisions, and goes on behind both. */
export async function askTwo(server: TestServer) {
  const flowId = await createAgentFlow(server, {
    steps: {
      humanInputAgentflow_0: { humanInputDescription: 'Print it?' },
      humanInputAgentflow_1: { humanInputDescription: 'Send it?' },
      directReplyAgentflow_0: { directReplyMessage: 'Printed and sent' },
    },
    edges: [
      'startAgentflow_0 > humanInputAgentflow_0',
      'startAgentflow_0 > humanInputAgentflow_1',
      'humanInputAgentflow_0:0 > directReplyAgentflow_0',
      'humanInputAgentflow_1:0 > directReplyAgentflow_0',
    ],
  })
  const asked = await server.send('POST', `/api/v1/prediction/${flowId}`, { question: 'Ann', chatId: 'c1' })
  const { items } = await createWaitStore(server.database).page({ chatflowId: flowId }, { limit: 10 })
  const [one, two] = items
  if (!one || !two) throw new Error(`Not both wait: ${asked.text}`)
  return { flowId, execution: one.execution_id, one, two }
}
