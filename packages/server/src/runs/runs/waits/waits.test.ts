import { createHmac, randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { collectGraphs } from '../../../flows/flows/collect-graphs.ts'
import { createAgentFlow, type DrawnSteps } from '../../../../testing/agent-flow.ts'
import { describeOnBothDatabases, TEST_SECRET_KEY, type TestServer } from '../../../../testing/test-server.ts'
import { createReviewLinks } from './review-links.ts'

let server: TestServer
/** Sends what steps hand it, as a mail service would. */
let mail: Server
let mailAddress: string
const mailed: string[] = []

const ask = (flowId: string, body: object) => server.send('POST', `/api/v1/prediction/${flowId}`, body)
const waitsOf = async (flowId: string) => (await server.send('GET', `/api/v1/waits?chatflowId=${flowId}`)).body
const tokenIn = (link: string) => link.slice(link.lastIndexOf('/') + 1)
const review = (token: string) => server.send('GET', `/api/v1/reviews/${token}`)
const decideBy = (token: string, body: object) => server.send('POST', `/api/v1/reviews/${token}`, body)
/** What the newest answer of a chat says, once its run has come to its end. */
const answerOf = (flowId: string, chatId: string, text: string) =>
  vi.waitFor(async () => {
    const { body } = await server.send('GET', `/api/v1/chatmessage/${flowId}?chatId=${chatId}`)
    expect(body.at(-1)).toMatchObject({ role: 'apiMessage', content: text })
  }, 60_000)

const letters = (human: object = {}): DrawnSteps => ({
  steps: {
    humanInputAgentflow_0: { humanInputDescription: 'Send it to {{question}}?', ...human },
    directReplyAgentflow_0: { directReplyMessage: 'Sent {{humanInputAgentflow_0.output.form.copies}}' },
    directReplyAgentflow_1: { directReplyMessage: 'Dropped: {{humanInputAgentflow_0}}' },
    directReplyAgentflow_2: { directReplyMessage: 'Nobody came' },
  },
  edges: [
    'startAgentflow_0 > humanInputAgentflow_0',
    'humanInputAgentflow_0:0 > directReplyAgentflow_0',
    'humanInputAgentflow_0:1 > directReplyAgentflow_1',
    'humanInputAgentflow_0:timeout > directReplyAgentflow_2',
  ],
})

describeOnBothDatabases('What runs wait for', (start) => {
  beforeAll(async () => {
    mail = createServer((request, response) => {
      let text = ''
      request.setEncoding('utf8').on('data', (piece: string) => (text += piece))
      request.on('end', () => {
        mailed.push(text)
        response.end('sent')
      })
    })
    await new Promise<void>((resolve) => mail.listen(0, '127.0.0.1', resolve))
    mailAddress = `http://127.0.0.1:${(mail.address() as AddressInfo).port}`
    const env = { PUBLIC_URL: 'http://localhost:8080/chat', ALLOWED_PRIVATE_HOSTS: '127.0.0.1' }
    server = await start({ env, lookEveryMs: 50 })
  })
  beforeEach(() => mailed.splice(0))
  afterAll(async () => {
    await server.close()
    await new Promise((resolve) => mail.close(resolve))
  })

  test('a link shows what is asked as often as it is read, and decides once', async () => {
    const flowId = await createAgentFlow(server, letters())
    await ask(flowId, { question: 'Ann', chatId: 'c1' })
    const { items, total } = await waitsOf(flowId)
    expect(total).toBe(1)
    const [wait] = items
    expect(wait).toMatchObject({ chatflowName: 'Agents', chatId: 'c1', label: 'humanInputAgentflow_0', wakeDate: null })
    expect(wait.link).toMatch(/^http:\/\/localhost:8080\/chat\/review\/[\w-]{32}\.[0-9a-z]+\.[\w-]{22}$/)
    const token = tokenIn(wait.link)
    for (const _ of [1, 2, 3]) {
      expect((await review(token)).body).toMatchObject({
        status: 'waiting',
        chatflowName: 'Agents',
        question: { kind: 'decision', text: expect.stringContaining('Send it to Ann?'), takesFeedback: true },
      })
    }
    expect((await waitsOf(flowId)).total).toBe(1)
    const both = await Promise.all([1, 2].map(() => decideBy(token, { type: 'reject', feedback: 'too long' })))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    await answerOf(flowId, 'c1', 'Dropped: too long')
    expect((await decideBy(token, { type: 'proceed' })).body).toMatchObject({ code: expect.stringMatching(/^wait-/) })
    expect((await review(token)).body).toMatchObject({ status: 'over', question: null })
    expect(await waitsOf(flowId)).toMatchObject({ items: [], total: 0 })
  })

  test('a link that nobody here signed, or whose time is up, opens nothing', async () => {
    const flowId = await createAgentFlow(server, letters())
    await ask(flowId, { question: 'Ann', chatId: 'c1' })
    const [{ id, link }] = (await waitsOf(flowId)).items
    const token = tokenIn(link)
    const [waitId = '', time = '', mac = ''] = token.split('.')
    const later = (Number.parseInt(time, 36) + 1).toString(36)
    const forged = createHmac('sha256', TEST_SECRET_KEY).update(`${waitId}.${time}`).digest('base64url').slice(0, 22)
    const flipped = `${mac.startsWith('A') ? 'B' : 'A'}${mac.slice(1)}`
    const wrong = [
      `${waitId}.${later}.${mac}`,
      `${waitId}.${time}.${forged}`,
      `${waitId}.${time}.${flipped}`,
      `${waitId}.${time}.${mac}A`,
      `${waitId}.${time}`,
      `${randomBytes(24).toString('base64url')}.${time}.${mac}`,
      waitId,
      'x',
    ]
    for (const each of wrong) {
      expect((await review(each)).body, each).toMatchObject({ code: 'link-invalid' })
      expect((await decideBy(each, { type: 'proceed' })).status, each).toBe(404)
    }
    const tooLate = createReviewLinks({
      readKeys: () => [TEST_SECRET_KEY],
      config: server.config,
      now: () => new Date(Date.now() - 31 * 86_400_000),
    }).linkFor(id)
    expect((await review(tokenIn(tooLate))).status).toBe(410)
    expect((await decideBy(tokenIn(tooLate), { type: 'proceed' })).body).toMatchObject({ code: 'link-expired' })
    expect((await waitsOf(flowId)).total).toBe(1)
  })

  test('a flow can send the address before it asks, it leads to that very question, and is told to nobody else', async () => {
    const flowId = await createAgentFlow(server, {
      steps: {
        customFunctionAgentflow_0: {
          customFunctionInputVariables: [
            { variableName: 'link', variableValue: '{{$flow.links.humanInputAgentflow_0}}' },
          ],
          customFunctionJavascriptFunction: 'console.log($link); return { sent: [$link, encodeURIComponent($link)] }',
        },
        httpAgentflow_0: {
          method: 'POST',
          url: `${mailAddress}/send`,
          bodyType: 'raw',
          body: '{{$flow.links.humanInputAgentflow_0}} {{customFunctionAgentflow_0}}',
        },
        directReplyAgentflow_0: { directReplyMessage: 'Ask {{$flow.links.humanInputAgentflow_0}}' },
        humanInputAgentflow_0: { humanInputDescription: 'Shall it go on? {{$flow.links.humanInputAgentflow_0}}' },
        loopAgentflow_0: { loopBackToNode: 'customFunctionAgentflow_0-x', maxLoopCount: 2 },
      },
      edges: [
        'startAgentflow_0 > customFunctionAgentflow_0',
        'customFunctionAgentflow_0 > httpAgentflow_0',
        'httpAgentflow_0 > directReplyAgentflow_0',
        'directReplyAgentflow_0 > humanInputAgentflow_0',
        'humanInputAgentflow_0:0 > loopAgentflow_0',
      ],
    })
    const tokensIn = (text: string) => new Set(text.match(/[\w-]{32}\.[0-9a-z]{6,8}\.[\w-]{22}/g))
    const first = await server.send('POST', `/api/v1/internal-prediction/${flowId}`, {
      question: 'Go',
      chatId: 'c1',
      streaming: true,
    })
    const again = await server.send('POST', `/api/v1/internal-prediction/${flowId}`, {
      chatId: 'c1',
      humanInput: { type: 'proceed', startNodeId: 'humanInputAgentflow_0' },
    })
    // Each round asks under an address of its own, which was sent twice with each: by the step, and by what it was given.
    const sent = mailed.map((mail) => [...tokensIn(mail)])
    expect(sent.map(({ length }) => length)).toEqual([1, 1])
    expect(mailed.every((mail) => mail.split(sent.flat()[mailed.indexOf(mail)] ?? '').length === 4)).toBe(true)
    const reviewed = await Promise.all(sent.flat().map(review))
    expect(reviewed.map(({ body }) => body.status)).toEqual(['decided', 'waiting'])
    expect(reviewed[1]?.body).toMatchObject({ label: 'humanInputAgentflow_0' })
    // The owner's answer names it, and nothing else does.
    const { link } = again.body.action
    expect(sent[1]).toEqual([tokenIn(link)])
    expect(tokensIn(again.text.replaceAll(tokenIn(link), ''))).toEqual(new Set())
    expect(tokensIn(first.text)).toEqual(new Set())
    expect(first.text).toContain('/review/•••')
    const { items } = (await server.send('GET', `/api/v1/runs?chatflowId=${flowId}`)).body
    for (const path of [
      ...items.map(({ id }: { id: string }) => `runs/${id}`),
      `executions/${items[1].id}`,
      `chatmessage/${flowId}`,
      `export-import/chatflow-messages?chatflowId=${flowId}`,
      'database/export',
    ]) {
      const { text } = await server.send('GET', `/api/v1/${path}`)
      expect([path, tokensIn(text)]).toEqual([path, new Set()])
    }
    for (const table of ['run', 'run_event', 'run_wait', 'recorded_value', 'chat_message'] as const) {
      const rows = await server.database.query.selectFrom(table).selectAll().execute()
      expect([table, tokensIn(JSON.stringify(rows))]).toEqual([table, new Set()])
    }
  })

  test('form fields reach the flow with their types, and a wrong one names the step and the field', async () => {
    const fields = [
      { type: 'number', label: 'Copies', name: 'copies', isRequired: true },
      { type: 'options', label: 'Paper', name: 'paper', addOptions: [{ option: 'A4' }, { option: 'A5' }] },
    ]
    const flowId = await createAgentFlow(server, letters({ humanInputFields: fields }))
    await ask(flowId, { question: 'Ann', chatId: 'c1' })
    const [wait] = (await waitsOf(flowId)).items
    expect(wait.question.fields).toEqual([
      { name: 'copies', label: 'Copies', type: 'number', isRequired: true },
      { name: 'paper', label: 'Paper', type: 'options', options: ['A4', 'A5'] },
    ])
    const decide = (body: object) => server.send('POST', `/api/v1/waits/${wait.id}/decision`, body)
    const wrong = await decide({ type: 'proceed', form: { copies: 'three', paper: 'A9' } })
    expect(wrong.status).toBe(400)
    expect(wrong.body).toMatchObject({
      code: 'decision-invalid',
      message: expect.stringMatching(
        /^humanInputAgentflow_0: "Copies" must be a number, not "three"\. "Paper" must be/,
      ),
      details: { issues: [{ path: 'form.copies' }, { path: 'form.paper' }] },
    })
    expect((await ask(flowId, { chatId: 'c1', humanInput: { type: 'timeout' } })).status).toBe(400)
    expect((await decide({ type: 'proceed', form: { copies: 3, paper: 'A4' } })).body).toEqual({ status: 'gone-on' })
    await answerOf(flowId, 'c1', 'Sent 3')
    expect((await decide({ type: 'proceed', form: { copies: 3 } })).body.code).toBe('wait-over')
    expect((await server.send('POST', '/api/v1/waits/nobody/decision', { type: 'proceed' })).status).toBe(404)
  })

  test('a run that is cancelled while it waits is over for everybody', async () => {
    const flowId = await createAgentFlow(server, letters({ humanInputTimeLimit: 1, humanInputOnTimeout: 'reject' }))
    const asked = await ask(flowId, { question: 'Ann', chatId: 'c1' })
    const [wait] = (await waitsOf(flowId)).items
    expect(new Date(wait.wakeDate).getTime()).toBeGreaterThan(Date.now() + 3_500_000)
    const cancel = () => server.send('POST', `/api/v1/waits/${wait.id}/cancel`)
    expect((await cancel()).body).toEqual({ status: 'cancelled' })
    expect((await cancel()).body.code).toBe('wait-over')
    expect((await review(tokenIn(wait.link))).body.status).toBe('over')
    expect((await decideBy(tokenIn(wait.link), { type: 'proceed' })).body.code).toBe('wait-over')
    expect((await ask(flowId, { chatId: 'c1', humanInput: { type: 'proceed' } })).status).toBe(404)
    expect(await waitsOf(flowId)).toMatchObject({ items: [], total: 0 })
    expect((await server.send('GET', `/api/v1/runs/${asked.body.runId}`)).body.status).toBe('cancelled')
    const messages = await server.send('GET', `/api/v1/chatmessage/${flowId}`)
    expect(messages.body.map(({ action }: { action: unknown }) => action ?? null)).toEqual([null, null])
  })

  test('nobody in time: the run goes on by the branch for it', async () => {
    const flowId = await createAgentFlow(server, letters({ humanInputTimeLimit: 2, humanInputOnTimeout: 'output' }))
    await ask(flowId, { question: 'Ann', chatId: 'c1' })
    // Two hours later.
    const past = new Date(Date.now() - 1000).toISOString()
    await server.database.query
      .updateTable('run_wait')
      .set({ wake_at: past })
      .where('chatflow_id', '=', flowId)
      .execute()
    await expect(answerOf(flowId, 'c1', 'Nobody came')).resolves.toBeUndefined()
  })

  test('several wait at once inside a list, and each is decided by itself', async () => {
    const flowId = await createAgentFlow(server, {
      steps: {
        iterationAgentflow_0: { iterationInput: '["Ann", "Bob", "Cid"]', iterationAtOnce: 3 },
        humanInputAgentflow_0: { humanInputDescription: 'Write to {{$iteration}}?' },
        directReplyAgentflow_0: { directReplyMessage: 'yes {{$iteration}}' },
        directReplyAgentflow_1: { directReplyMessage: 'no {{$iteration}}' },
        directReplyAgentflow_2: { directReplyMessage: '{{iterationAgentflow_0}}' },
      },
      edges: [
        'startAgentflow_0 > iterationAgentflow_0',
        'humanInputAgentflow_0:0 > directReplyAgentflow_0',
        'humanInputAgentflow_0:1 > directReplyAgentflow_1',
        'iterationAgentflow_0 > directReplyAgentflow_2',
      ],
      inside: {
        humanInputAgentflow_0: 'iterationAgentflow_0',
        directReplyAgentflow_0: 'iterationAgentflow_0',
        directReplyAgentflow_1: 'iterationAgentflow_0',
      },
    })
    await ask(flowId, { question: 'Go', chatId: 'c1' })
    for (const [name, type] of [
      ['Bob', 'reject'],
      ['Cid', 'proceed'],
      ['Ann', 'proceed'],
    ]) {
      const { items } = await waitsOf(flowId)
      const wait = items.find(({ question }: { question: { text: string } }) => question.text.includes(`to ${name}?`))
      const decided = await ask(flowId, { chatId: 'c1', humanInput: { type, id: wait.id } })
      expect(decided.status, decided.text).toBe(200)
    }
    await answerOf(flowId, 'c1', 'yes Ann\nno Bob\nyes Cid')
  })

  test('an approval inside a flow that was asked waits for both, and goes on in it', async () => {
    // Drawn like no other: equal drawings are kept as one.
    const inner = await createAgentFlow(server, letters({ humanInputDescription: 'Send it to {{question}}? Sure?' }))
    const outer = await createAgentFlow(server, {
      steps: {
        executeFlowAgentflow_0: { executeFlowSelectedFlow: inner, executeFlowInput: 'Bob' },
        directReplyAgentflow_0: { directReplyMessage: 'It said: {{executeFlowAgentflow_0}}' },
      },
      edges: ['startAgentflow_0 > executeFlowAgentflow_0', 'executeFlowAgentflow_0 > directReplyAgentflow_0'],
    })
    const asked = await ask(outer, { question: 'Go', chatId: 'c1' })
    expect(asked.body.action, asked.text).toMatchObject({
      data: { nodeId: 'executeFlowAgentflow_0/humanInputAgentflow_0' },
    })
    const [wait] = (await waitsOf(outer)).items
    expect(wait.question.text).toContain('Send it to Bob?')
    // What waits goes on as it was drawn when it began.
    const { query: db } = server.database
    const began = await db.selectFrom('chat_flow').select('graph').where('id', '=', inner).executeTakeFirstOrThrow()
    const changed = await createAgentFlow(server, letters({ humanInputDescription: 'Something else?' }))
    const { flowData } = (await server.send('GET', `/api/v1/chatflows/${changed}`)).body
    const saved = await server.send('PUT', `/api/v1/chatflows/${inner}`, {
      flowData: flowData.replaceAll('Dropped', 'Thrown away'),
    })
    expect(saved.status, saved.text).toBe(200)
    // Also when no version of it is left but what the run that waits points at.
    await db.deleteFrom('chat_flow_version').where('chatflow_id', '=', inner).execute()
    const kept = () =>
      db
        .selectFrom('graph')
        .select('hash')
        .where('hash', '=', began.graph ?? '')
        .execute()
    const sweep = { before: new Date(Date.now() + 1000), signal: new AbortController().signal }
    await collectGraphs(server.database, sweep)
    expect(await kept()).toHaveLength(1)
    expect((await decideBy(tokenIn(wait.link), { type: 'reject', feedback: 'too late' })).status).toBe(200)
    await answerOf(outer, 'c1', 'It said: Dropped: too late')
    await db.deleteFrom('run').where('chatflow_id', '=', outer).execute()
    await collectGraphs(server.database, sweep)
    expect(await kept()).toEqual([])
    expect((await waitsOf(outer)).total).toBe(0)
  })
})
