import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createAgentFlow } from '../../../testing/agent-flow.ts'
import { describeOnBothDatabases, type TestServer } from '../../../testing/test-server.ts'
import { livenessOf } from '../../ground/config/liveness.ts'
import { newId } from '../../ground/db/new-id.ts'
import { readQuestion } from '../runs/kinds/index.ts'
import { createRunStore } from '../runs/run-store.ts'
import { pruneExecutions } from './prune-executions.ts'

const PATIENCE = { timeout: 30_000, interval: 20 }
const FUNCTION = 'customFunctionAgentflow_0'
const HUMAN = 'humanInputAgentflow_0'
const REPLY = 'directReplyAgentflow_0'
const HTTP = 'httpAgentflow_0'

describeOnBothDatabases('Executions', (start) => {
  let server: TestServer
  /** Of a flow that writes a draft and asks before it replies. */
  let asking: string
  /** Of one that fails. */
  let failing: string
  let waits: string
  let finished: string
  let failed: string

  const ask = async (flowId: string, body: object) =>
    (await server.send('POST', `/api/v1/prediction/${flowId}`, body)).body
  const list = async (query = '') => {
    const answer = await server.send('GET', `/api/v1/executions${query}`)
    expect(answer.status, answer.text).toBe(200)
    return answer.body as { data: Record<string, unknown>[]; total: number }
  }
  const ids = async (query: string) => (await list(query)).data.map(({ id }) => id)

  beforeAll(async () => {
    server = await start()
    asking = await createAgentFlow(server, {
      steps: {
        [FUNCTION]: { customFunctionJavascriptFunction: `return 'a draft'` },
        [HUMAN]: { humanInputDescriptionType: 'fixed', humanInputDescription: 'Send it?' },
        [REPLY]: { directReplyMessage: 'Sent to {{question}}' },
        directReplyAgentflow_1: { directReplyMessage: 'Dropped' },
      },
      edges: [
        `startAgentflow_0 > ${FUNCTION}`,
        `${FUNCTION} > ${HUMAN}`,
        `${HUMAN}:0 > ${REPLY}`,
        `${HUMAN}:1 > directReplyAgentflow_1`,
      ],
    })
    failing = await createAgentFlow(server, {
      steps: {
        [FUNCTION]: { customFunctionJavascriptFunction: `throw new Error('no such order')` },
        [REPLY]: { directReplyMessage: 'Never' },
      },
      edges: [`startAgentflow_0 > ${FUNCTION}`, `${FUNCTION} > ${REPLY}`],
    })
    const renamed = await server.send('PUT', `/api/v1/chatflows/${failing}`, { name: 'Orders' })
    if (renamed.status !== 200) throw new Error(renamed.text)
    waits = (await ask(asking, { question: 'Ann', chatId: 'c1' })).executionId
    finished = (await ask(asking, { question: 'Bob', chatId: 'c2' })).executionId
    await ask(asking, { chatId: 'c2', humanInput: { type: 'proceed' } })
    await ask(failing, { question: 'Eve', chatId: 'c3' })
    failed = String((await list('?state=ERROR')).data[0]?.['id'])
  })
  afterAll(() => server.close())

  test('are listed with their flow as older clients read them, what changed last first', async () => {
    const { data, total } = await list()
    expect(total).toBe(3)
    expect(data.map(({ id, state }) => [id, state])).toEqual([
      [failed, 'ERROR'],
      [finished, 'FINISHED'],
      [waits, 'STOPPED'],
    ])
    expect(data[1]).toMatchObject({
      id: finished,
      agentflowId: asking,
      sessionId: 'c2',
      isPublic: false,
      shareId: null,
      hasOldLink: false,
      action: null,
      stoppedDate: null,
      agentflow: { id: asking, name: 'Agents', type: 'AGENTFLOW', flowData: expect.stringContaining(HUMAN) },
    })
    const items = JSON.parse(String(data[1]?.['executionData'])) as { nodeId: string; status: string }[]
    expect(items.map(({ nodeId, status }) => [nodeId, status])).toEqual([
      ['startAgentflow_0', 'FINISHED'],
      [FUNCTION, 'FINISHED'],
      [HUMAN, 'FINISHED'],
      [REPLY, 'FINISHED'],
    ])
    // The run that went on is a part of the same execution.
    expect(Date.parse(String(data[1]?.['updatedDate']))).toBeGreaterThan(Date.parse(String(data[1]?.['createdDate'])))
  })

  test('cost what their runs cost together, once all of them are reckoned', async () => {
    const price = () =>
      list(`?id=${finished}`).then(({ data }) => data.find(({ id }) => id === finished)?.['priceMicro'])
    const runs = server.database.query.updateTable('run').where('execution_id', '=', finished)
    await runs.set({ price_micro: 5 }).execute()
    expect(await price()).toBe(10)
    await runs.set({ price_micro: null }).whereRef('execution_id', '=', 'id').execute()
    expect(await price()).toBe(null)
  })

  test('can be filtered by each of their facts, and paged', async () => {
    expect(await ids(`?agentflowId=${failing}`)).toEqual([failed])
    expect(await ids('?agentflowName=ORD')).toEqual([failed])
    expect(await ids('?agentflowName=100%25')).toEqual([])
    expect(await ids('?sessionId=c1')).toEqual([waits])
    expect(await ids('?state=STOPPED')).toEqual([waits])
    expect(await ids('?state=TIMEOUT')).toEqual([])
    expect(await ids(`?id=${finished}`)).toEqual([finished])
    const { data } = await list(`?id=${finished}`)
    const begun = String(data[0]?.['createdDate'])
    expect(await ids(`?startDate=${begun}`)).toEqual([failed, finished])
    expect(await ids(`?endDate=${begun}`)).toEqual([finished, waits])
    expect(await ids('?limit=2&page=2')).toEqual([waits])
    expect((await list('?limit=2&page=2')).total).toBe(3)
    expect((await server.send('GET', '/api/v1/executions?state=DONE')).status).toBe(400)
  })

  test('are summed up without their steps and drawings', async () => {
    const { data } = await list('?summary=true&state=ERROR')
    expect(data).toEqual([
      expect.objectContaining({
        question: 'Eve',
        agentflow: { id: failing, name: 'Orders' },
        fault: expect.objectContaining({ message: expect.stringContaining('no such order') }),
      }),
    ])
    expect(data[0]).not.toHaveProperty('executionData')
  })

  test('show each step with its state, its reason for being skipped, and on request what went in and out', async () => {
    const { body } = await server.send('GET', `/api/v1/executions/${finished}/steps`)
    const steps = body.steps as { path: string; status: string; from?: string[] }[]
    expect(steps.map(({ path, status }) => [path, status])).toEqual([
      ['startAgentflow_0@0', 'done'],
      [`${FUNCTION}@0`, 'done'],
      [`${HUMAN}@0`, 'done'],
      ['directReplyAgentflow_1', 'skipped'],
      [`${REPLY}@0`, 'done'],
    ])
    expect(steps.find(({ status }) => status === 'skipped')?.from).toEqual([HUMAN])
    expect(steps[1]).not.toHaveProperty('output')
    const address = `/api/v1/executions/${finished}/step?path=`
    const detail = await server.send('GET', `${address}${encodeURIComponent(`${HUMAN}@0`)}`)
    expect(detail.body).toMatchObject({ question: { text: 'Send it?' }, decision: { type: 'proceed' } })
    const missing = await server.send('GET', `${address}nowhere%400`)
    expect([missing.status, missing.body.code]).toEqual([404, 'step-not-found'])
  })

  test('keep the flow as it was when they began', async () => {
    const current = (await server.send('GET', `/api/v1/executions/${failed}/flow`)).body
    expect(current).toMatchObject({ id: failing, isCurrent: true })
    const changed = current.flowData.replaceAll('no such order', 'gone')
    await server.send('PUT', `/api/v1/chatflows/${failing}`, { flowData: changed })
    const then = (await server.send('GET', `/api/v1/executions/${failed}/flow`)).body
    expect(then).toEqual({ ...current, isCurrent: false })
    expect(then.nodes.map(({ name }: { name: string }) => name)).toContain('customFunctionAgentflow')
  })

  test('are deleted one by one or many at once, and what was said stays', async () => {
    const one = (await ask(asking, { question: 'One', chatId: 'c4' })).executionId
    const two = (await ask(asking, { question: 'Two', chatId: 'c5' })).executionId
    const three = (await ask(asking, { question: 'Three', chatId: 'c6' })).executionId
    const first = await server.send('DELETE', `/api/v1/executions/${one}`)
    expect(first.body).toEqual({ success: true, deletedCount: 1 })
    const rest = await server.send('DELETE', '/api/v1/executions', { executionIds: [one, two, three] })
    expect(rest.body).toEqual({ success: true, deletedCount: 2 })
    expect((await server.send('GET', `/api/v1/executions/${two}`)).status).toBe(404)
    const messages = (await server.send('GET', `/api/v1/chatmessage/${asking}?chatId=c5`)).body
    expect(messages.map(({ role, runId, action }: Record<string, unknown>) => [role, runId, action])).toEqual([
      ['userMessage', null, null],
      ['apiMessage', null, null],
    ])
    // Nothing waits any more where the execution is gone.
    expect((await ask(asking, { chatId: 'c5', humanInput: { type: 'proceed' } })).code).toBe('wait-not-found')
    expect((await server.send('DELETE', '/api/v1/executions', {})).status).toBe(400)
    const none = await server.send('DELETE', `/api/v1/executions/${one}`)
    expect(none.body).toEqual({ success: true, deletedCount: 0 })
  })

  describe('retried from a step', () => {
    const retry = (id: string, body: object) => server.send('POST', `/api/v1/executions/${id}/retry`, body)
    const steps = async (id: string) =>
      (await server.send('GET', `/api/v1/executions/${id}/steps`)).body as {
        execution: { state: string }
        steps: { path: string; status: string; at: number }[]
      }
    const atRest = (id: string) =>
      vi.waitFor(async () => {
        const found = await steps(id)
        expect(found.execution.state).not.toBe('INPROGRESS')
        return found
      }, PATIENCE)
    const of = ({ steps: all }: { steps: { path: string }[] }, path: string) => all.find((step) => step.path === path)

    test('do nothing again that came before, by the version they began with, and ask anew', async () => {
      const id = (await ask(asking, { question: 'Ann', chatId: 'r1' })).executionId
      await ask(asking, { chatId: 'r1', humanInput: { type: 'reject' } })
      const before = await steps(id)
      expect(of(before, 'directReplyAgentflow_1@0')).toMatchObject({ status: 'done' })
      const { flowData } = (await server.send('GET', `/api/v1/chatflows/${asking}`)).body
      await server.send('PUT', `/api/v1/chatflows/${asking}`, { flowData: flowData.replaceAll('Sent to', 'Changed') })
      const answer = await retry(id, { path: `${HUMAN}@0` })
      expect([answer.status, answer.body.id], answer.text).toEqual([202, id])
      const asked = await atRest(id)
      expect(asked.execution.state).toBe('STOPPED')
      expect(of(asked, `${FUNCTION}@0`)).toEqual(of(before, `${FUNCTION}@0`))
      expect(asked.steps.map(({ path }) => path)).not.toContain('directReplyAgentflow_1@0')
      const decided = await ask(asking, { chatId: 'r1', humanInput: { type: 'proceed' } })
      expect(decided).toMatchObject({ text: 'Sent to Ann', executionId: id })
      expect(of(await steps(id), 'directReplyAgentflow_1')).toMatchObject({ status: 'skipped' })
    })

    test('begin once, however many ask for it at the same time', async () => {
      const id = (await ask(asking, { question: 'Ann', chatId: 'r2' })).executionId
      const both = await Promise.all([retry(id, { path: `${FUNCTION}@0` }), retry(id, { path: `${FUNCTION}@0` })])
      expect(both.map(({ status }) => status).toSorted()).toEqual([202, 409])
      await atRest(id)
      const runs = await server.database.query.selectFrom('run').where('execution_id', '=', id).select('id').execute()
      expect(runs).toHaveLength(2)
    })

    test('begin nothing once the execution has gone on, whatever was read before', async () => {
      const id = (await ask(asking, { question: 'Ann', chatId: 'r4' })).executionId
      const run = await server.database.query
        .selectFrom('run')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      const store = createRunStore(server.database, livenessOf(server.config.leaseMs))
      const begin = (after: string) => {
        const again = { path: `${FUNCTION}@0`, after, waits: [] }
        const ids = { runId: newId(), questionMessageId: newId(), answerMessageId: newId() }
        return store.begin(
          { ...readQuestion(run.request), ...ids, kind: 'flow', execution: id, again },
          { at: new Date() },
        )
      }
      const running = { code: 'execution-running' }
      await expect(begin('another run'), 'somebody else went on with it').rejects.toMatchObject(running)
      const change = server.database.query.updateTable('run').where('id', '=', id)
      await change.set({ status: 'running' }).execute()
      await expect(begin(id), 'it is under way').rejects.toMatchObject(running)
      await change.set({ status: 'waiting' }).execute()
      const decided = { decision: '{"type":"proceed"}', decided_date: new Date().toISOString() }
      await server.database.query.updateTable('run_wait').set(decided).where('execution_id', '=', id).execute()
      await expect(begin(id), 'a decision is about to be gone on with').rejects.toMatchObject(running)
    })

    test('ask before anything acts on the world a second time', async () => {
      const flowId = await createAgentFlow(server, {
        steps: { [HTTP]: { method: 'POST', url: 'https://example.invalid' } },
        edges: [`startAgentflow_0 > ${HTTP}`],
      })
      await ask(flowId, { question: 'Hi', chatId: 'r3' })
      const [id = ''] = await ids('?sessionId=r3')
      const refused = await retry(String(id), { path: `${HTTP}@0` })
      expect([refused.status, refused.body.code, refused.body.details.steps]).toEqual([409, 'retry-writes', [HTTP]])
      expect((await retry(String(id), { path: `${HTTP}@0`, isSure: true })).status).toBe(202)
      expect((await atRest(String(id))).execution.state).toBe('ERROR')
    })

    test('refuse what is no step, and a step that waits', async () => {
      const nowhere = await retry(waits, { path: 'nowhere@0' })
      expect([nowhere.status, nowhere.body.code]).toEqual([404, 'step-not-found'])
      const waiting = await retry(waits, { path: `${HUMAN}@0` })
      expect([waiting.status, waiting.body.code]).toEqual([409, 'step-not-retryable'])
    })
  })

  test('are pruned by age and by number, and never while they wait', async () => {
    const never = new AbortController().signal
    const all = async () => new Set(await ids('?limit=100'))
    const states = async () => (await list('?limit=100&summary=true')).data.map(({ state }) => state)
    const before = await all()
    const prune = (kept: { days: number; count: number }, days = 0) =>
      pruneExecutions(server.database, { kept, at: new Date(Date.now() + days * 86_400_000), signal: never })
    expect(await prune({ days: 30, count: before.size })).toBe(0)
    expect(await prune({ days: 30, count: before.size - 1 })).toBe(1)
    const fewer = await all()
    // The oldest that has ended went, not the one that waits since before.
    expect([...before].filter((id) => !fewer.has(id))).toEqual([finished])
    const waiting = (await states()).filter((state) => state === 'STOPPED').length
    expect(await prune({ days: 30, count: 10_000 }, 31)).toBe(fewer.size - waiting)
    expect(new Set(await states())).toEqual(new Set(['STOPPED']))
    expect(await prune({ days: 1, count: 1 }, 31)).toBe(0)
  })

  test('are left alone while they are under way', async () => {
    const flowId = await createAgentFlow(server, {
      steps: { [HTTP]: { method: 'GET', url: 'https://example.invalid' } },
      edges: [`startAgentflow_0 > ${HTTP}`],
    })
    await ask(flowId, { question: 'Hi', chatId: 'c7' })
    const [id] = await ids('?sessionId=c7')
    const underWay = server.database.query.updateTable('run').set({ status: 'queued' })
    await underWay.where('execution_id', '=', String(id)).execute()
    const one = await server.send('DELETE', `/api/v1/executions/${String(id)}`)
    expect([one.status, one.body.code]).toEqual([409, 'execution-running'])
    const many = await server.send('DELETE', '/api/v1/executions', { executionIds: [id] })
    expect(many.body).toEqual({ success: true, deletedCount: 0 })
  })
})
