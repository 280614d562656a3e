import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createAgentFlow } from '../../../testing/agent-flow.ts'
import { describeOnBothDatabases, type TestServer } from '../../../testing/test-server.ts'

let server: TestServer

describeOnBothDatabases('The state that a run leaves to the next', (start) => {
  beforeEach(async () => {
    server = await start()
  })
  afterEach(() => server.close())

  const ask = async (flowId: string) => {
    const answer = await server.send('POST', `/api/v1/prediction/${flowId}`, { question: 'Go', chatId: 'c1' })
    expect(answer.status, answer.text).toBe(200)
    return { id: answer.body.executionId, found: answer.body.text.split('\n')[0] }
  }
  const writes = (name: string) => ({
    customFunctionJavascriptFunction: 'return 1',
    customFunctionUpdateState: [
      { key: 'last', value: name },
      { key: 'seen', value: name },
    ],
  })

  test('is joined as drawn, whatever finished first, and holds what was done again once', async () => {
    const [quick, slow] = ['customFunctionAgentflow_0', 'customFunctionAgentflow_1']
    const flowId = await createAgentFlow(server, {
      steps: {
        startAgentflow_0: {
          startInputType: 'chatInput',
          startParallel: true,
          startPersistState: true,
          startState: [
            { key: 'last', value: 'nobody' },
            { key: 'seen', value: 'start', type: 'list' },
          ],
        },
        directReplyAgentflow_0: { directReplyMessage: '{{$flow.state.last}} {{$flow.state.seen}}' },
        waitAgentflow_0: { waitFor: 'time', waitAmount: 1, waitUnit: 'seconds' },
        [slow]: writes('slow'),
        [quick]: writes('quick'),
      },
      edges: [
        'startAgentflow_0 > waitAgentflow_0',
        `waitAgentflow_0 > ${slow}`,
        `startAgentflow_0 > ${quick}`,
        'startAgentflow_0 > directReplyAgentflow_0',
      ],
    })
    const { id, found } = await ask(flowId)
    expect(found).toBe('nobody ["start"]')
    const retried = await server.send('POST', `/api/v1/executions/${id}/retry`, { path: `${slow}@0` })
    expect(retried.status, retried.text).toBe(202)
    await vi.waitFor(async () => {
      const { body } = await server.send('GET', `/api/v1/executions/${id}/steps`)
      expect(body.execution.state).toBe('FINISHED')
    })
    expect((await ask(flowId)).found).toBe('quick ["start","slow","quick"]')
  })
})
