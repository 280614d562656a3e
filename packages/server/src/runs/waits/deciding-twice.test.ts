import { afterEach, beforeEach, expect, test } from 'vitest'
import { createAgentFlow } from '../../testing/agent-flow.ts'
import { describeOnBothDatabases, type TestServer } from '../../testing/test-server.ts'
import { createRunStore } from '../run-store.ts'
import { goOnJob } from './go-on-job.ts'
import { createWaitStore } from './wait-store.ts'

let server: TestServer

describeOnBothDatabases('Going on with a decision', (start) => {
  beforeEach(async () => {
    server = await start()
  })
  afterEach(() => server.close())

  test('two processes that found the same decision do not both go on with it', async () => {
    const flowId = await createAgentFlow(server, {
      steps: { humanInputAgentflow_0: { humanInputDescription: 'Send it?' } },
      edges: ['startAgentflow_0 > humanInputAgentflow_0'],
    })
    const asked = await server.send('POST', `/api/v1/prediction/${flowId}`, { question: 'Ann', chatId: 'c1' })
    const waits = createWaitStore(server.database)
    const runs = createRunStore(server.database)
    const id: string = asked.body.action.id
    const execution: string = asked.body.executionId
    expect(await waits.decide(id, { type: 'proceed' }, new Date())).toBe(true)
    // Past the first guard: the decision stands, and each of the two has read it before the other went on.
    const found = await Promise.all([waits.decided(execution), waits.decided(execution)])
    const jobs = found.flatMap((each) => (each ? goOnJob(each.from, each.decisions) : []))
    expect(jobs.map(({ decisions }) => decisions?.map(({ waitId }) => waitId))).toEqual([[id], [id]])
    // Far ahead, so that nobody else takes them up.
    const lease = { owner: 'nobody', ms: 3_600_000 }
    const begun = await Promise.allSettled(jobs.map((job) => runs.begin(job, { at: new Date(), lease })))
    expect(begun.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(begun.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'wait-decided' } })
    // Of the one that came second nothing is left, neither a run nor a message.
    const { length } = await server.database.query
      .selectFrom('run')
      .select('id')
      .where('execution_id', '=', execution)
      .execute()
    const messages = await server.send('GET', `/api/v1/chatmessage/${flowId}`)
    expect({ runs: length, messages: messages.body.length }).toEqual({ runs: 2, messages: 3 })
  })
})
