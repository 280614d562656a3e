import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createAgentFlow } from '../../../testing/agent-flow.ts'
import { createConversation } from '../../../testing/conversation-flow.ts'
import { startFakeVendor, type FakeVendor } from '../../../testing/fake-vendor.ts'
import { startSmtpServer, type SmtpServer } from '../../../testing/smtp-server.ts'
import { describeOnBothDatabases, testServer, type StartServer, type TestServer } from '../../../testing/test-server.ts'
import { hmacOf } from '../webhooks/signature.ts'

let server: TestServer
let vendor: FakeVendor

interface Listener {
  url: string
  received: { headers: IncomingHttpHeaders; body: string }[]
  /** What it answers next, before it takes everything again. */
  statuses: number[]
}
const listeners = new Map<string, Listener>()
const receiver = createServer((request, response) => {
  const pieces: Buffer[] = []
  request.on('data', (piece: Buffer) => pieces.push(piece))
  request.on('end', () => {
    const listener = listeners.get(request.url ?? '')
    listener?.received.push({ headers: request.headers, body: Buffer.concat(pieces).toString() })
    response.writeHead(listener?.statuses.shift() ?? 200).end()
  })
})
/** An address of a test's own: notices leave once a second, and all tests wait for them at once. */
function listen(): Listener {
  const path = `/told/${listeners.size}`
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}${path}`
  const listener: Listener = { url, received: [], statuses: [] }
  listeners.set(path, listener)
  return listener
}

const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
  server.send(method, `/api/v1${path}`, body)
const tell = async (flowId: string, events: string[], url: string) =>
  (await send('POST', '/notices', { flowId, url, events })).body
const replying = (steps: Record<string, Record<string, unknown>> = {}, edge = 'directReplyAgentflow_0') =>
  createAgentFlow(server, {
    steps: { directReplyAgentflow_0: { directReplyMessage: 'Done with {{question}}' }, ...steps },
    edges: [`startAgentflow_0 > ${edge}`],
  })
const ask = (flowId: string, question = 'Lamps') => send('POST', `/prediction/${flowId}`, { question })
const log = async (id: string) => (await send('GET', `/notices/${id}/deliveries`)).body.data
const LONG_AGO = '2000-01-01T00:00:00.000Z'
const until = (id: string, state: string, tries?: number) =>
  vi.waitFor(
    async () => {
      // The pauses between tries are the product's; a test need not sit through them. One that is under way is left alone: its
      // error was taken away here, or it has none yet.
      await server.database.query
        .updateTable('delivery')
        .set({ due_at: LONG_AGO, error: null })
        .where('subject_id', '=', id)
        .where('state', '=', 'due')
        .where('error', 'is not', null)
        .execute()
      const [newest] = await log(id)
      expect(newest).toMatchObject({ state, ...(tries !== undefined && { tries }) })
    },
    { timeout: 60_000, interval: 200 },
  )

function serveWith(start: StartServer): void {
  beforeAll(async () => {
    await new Promise<void>((resolve) => {
      if (receiver.listening) resolve()
      else receiver.listen(0, '127.0.0.1', resolve)
    })
    ;[server, vendor] = await Promise.all([start({ env: { ALLOWED_PRIVATE_HOSTS: '127.0.0.1' } }), startFakeVendor()])
  })
  afterAll(async () => {
    await server.close()
    await vendor.close()
  })
}

describeOnBothDatabases('Notices', (start) => {
  serveWith(start)

  test.concurrent('a run that finished is told of once, signed with the time; one that nobody waits for is not', async () => {
    const flowId = await replying()
    await ask(flowId)
    const { url, received } = listen()
    const { id, secret } = await tell(flowId, ['finished'], url)
    const asked = Math.floor(Date.now() / 1000)
    const { executionId, chatId } = (await ask(flowId)).body
    await until(id, 'sent', 1)
    const [{ headers, body } = { headers: {}, body: '' }] = received
    const time = String(headers['x-webhook-timestamp'])
    expect(headers['x-webhook-signature']).toBe(`sha256=${hmacOf(secret, [`${time}.`, body])}`)
    expect(Number(time)).toBeGreaterThanOrEqual(asked)
    expect(JSON.parse(body)).toMatchObject({
      id: headers['x-webhook-id'],
      event: 'run.finished',
      flow: { id: flowId, name: 'Agents' },
      run: { executionId, chatId, status: 'done', question: 'Lamps', answer: 'Done with Lamps', error: null },
    })
    expect(received).toHaveLength(1)
    expect(await log(id)).toHaveLength(1)
    expect((await send('GET', `/notices?flowId=${flowId}`)).body).toMatchObject([{ id, unsent: 0, enabled: true }])
    const stored = await server.database.query.selectFrom('flow_notice').selectAll().where('id', '=', id).execute()
    expect(JSON.stringify(stored)).not.toContain(secret)
    const mail = await send('POST', '/notices', { flowId, url: 'mailto:ops@example.com', events: ['failed'] })
    expect([mail.status, mail.body.message]).toEqual([409, expect.stringContaining('SMTP_URL')])
  })

  test.concurrent('waiting, failed and at a limit are told apart, each to whoever wants it', async () => {
    const waiting = await replying(
      { humanInputAgentflow_0: { humanInputDescription: 'Go on?' } },
      'humanInputAgentflow_0',
    )
    const failing = await createConversation(server, { vendorUrl: 'http://127.0.0.1:9' })
    const limited = await createConversation(server, { vendorUrl: vendor.url })
    await send('POST', '/limits', { scope: 'flow', subject: limited, period: 'day', unit: 'tokens', amount: 1 })
    const all = ['finished', 'failed', 'waiting', 'limit']
    const { url, received } = listen()
    const told = await Promise.all([waiting, failing, limited].map((flowId) => tell(flowId, all, url)))
    const deaf = await tell(failing, ['finished', 'waiting', 'limit'], url)
    for (const flowId of [waiting, failing, limited]) await ask(flowId)
    for (const { id } of told) await until(id, 'sent')
    const events = await Promise.all(told.map(async ({ id }) => (await log(id))[0].event))
    expect(events).toEqual(['waiting', 'failed', 'limit'])
    expect(await log(deaf.id)).toEqual([])
    const failure = received.map(({ body }) => JSON.parse(body)).find(({ event }) => event === 'run.failed')
    expect(failure.run.error).toEqual(expect.any(String))
  })

  test.concurrent('a run that goes on is told of again, also to whoever came while it waited', async () => {
    const flowId = await replying(
      { humanInputAgentflow_0: { humanInputDescription: 'Go on?' } },
      'humanInputAgentflow_0',
    )
    const { chatId } = (await ask(flowId)).body
    const { id } = await tell(flowId, ['finished'], listen().url)
    const humanInput = { type: 'proceed', startNodeId: 'humanInputAgentflow_0' }
    await send('POST', `/prediction/${flowId}`, { chatId, humanInput })
    await until(id, 'sent')
    expect((await log(id)).map(({ event }: { event: string }) => event)).toEqual(['finished'])
  })
})

describe('Notices that are not taken, and mail', () => {
  let smtp: SmtpServer
  serveWith(async ({ env } = {}) => {
    smtp = await startSmtpServer()
    const mail = { SMTP_URL: `smtp://127.0.0.1:${smtp.port}`, MAIL_FROM: 'flows@example.com' }
    return testServer({ env: { ...env, ...mail } })
  })
  afterAll(() => smtp.close())

  test('runs of one minute are one mail, and those of the next another', async () => {
    const flowId = await replying()
    const { id } = await tell(flowId, ['finished'], 'mailto:many@example.com')
    const mails = () => smtp.mails.filter(({ to }) => to.join().includes('many@example.com')).map(({ data }) => data)
    const deliveries = () => server.database.query.updateTable('delivery').where('subject_id', '=', id)
    await ask(flowId, 'Lamp 0')
    await vi.waitFor(async () => expect(mails()).toHaveLength(1), { timeout: 60_000 })
    await vi.waitFor(async () => expect((await log(id))[0]?.state).toBe('sent'), { timeout: 60_000 })
    for (let lamp = 1; lamp <= 30; lamp += 1) await ask(flowId, `Lamp ${lamp}`)
    // They wait for the minute to pass, and none of them counts as tried.
    await vi.waitFor(
      async () => {
        const waiting = (await server.database.query.selectFrom('delivery').selectAll().execute()).filter(
          (row) => row.subject_id === id && row.state === 'due',
        )
        expect(waiting.map(({ tries }) => tries)).toEqual(Array.from({ length: 30 }, () => 0))
        expect(Math.min(...waiting.map(({ due_at: due }) => Date.parse(due ?? '')))).toBeGreaterThan(Date.now())
      },
      { timeout: 60_000 },
    )
    expect(mails()).toHaveLength(1)
    await deliveries().set({ done_date: LONG_AGO }).where('state', '=', 'sent').execute()
    await deliveries().set({ due_at: LONG_AGO }).where('state', '=', 'due').execute()
    await vi.waitFor(async () => expect(mails()).toHaveLength(2), { timeout: 60_000 })
    const [, many = ''] = mails()
    expect(many).toContain('Subject: Agents: 30 runs finished')
    expect(many).toMatch(/Question: Lamp 1\r?\n/)
    expect(many).toContain('And 10 more.')
    await vi.waitFor(async () =>
      expect((await log(id)).every(({ state }: { state: string }) => state === 'sent')).toBe(true),
    )
  })

  test.concurrent('mail is kept with the end of the run too, and tried again under the same id', async () => {
    const flowId = await replying()
    const { id } = await tell(flowId, ['finished'], 'mailto:ops@example.com')
    smtp.refusals.push('451 Not now')
    await ask(flowId, 'Lamps of mail')
    await until(id, 'sent', 2)
    const [delivery] = await log(id)
    smtp.mails.splice(0, smtp.mails.length - 1)
    expect(smtp.mails.map(({ data }) => data)).toEqual([expect.stringContaining(`<${delivery.id}@chatwright>`)])
    expect(smtp.mails[0]?.data).toContain('Subject: Agents: run finished')
    expect(smtp.mails[0]?.data).toContain('Done with Lamps of mail')
    for (const url of ['mailto:', 'mailto:nobody', 'mailto:a@example.com,\r\nb@example.com'])
      expect((await send('POST', '/notices', { flowId, url, events: ['failed'] })).status).toBe(400)
  })

  test.concurrent('what is not taken is tried again under the same id, given up, and sent again by hand', async () => {
    const flowId = await replying()
    const { url, received, statuses } = listen()
    const { id } = await tell(flowId, ['finished'], url)
    statuses.push(...Array.from({ length: 10 }, () => 500))
    await ask(flowId)
    await vi.waitFor(async () => expect((await log(id))[0]?.error).toEqual(expect.any(String)), { timeout: 60_000 })
    // Near the last of its tries.
    await server.database.query.updateTable('delivery').set({ tries: 6 }).where('subject_id', '=', id).execute()
    await until(id, 'failed', 7)
    expect(new Set(received.map(({ headers }) => headers['x-webhook-id'])).size).toBe(1)
    const [given] = await log(id)
    expect(given.error).toBe('The address responded with 500.')
    expect((await send('POST', `/notices/${id}/deliveries`, { again: 'nothing' })).status).toBe(404)
    statuses.length = 0
    const before = received.length
    expect((await send('POST', `/notices/${id}/deliveries`, { again: given.id })).body.state).toBe('due')
    await until(id, 'sent')
    expect(received).toHaveLength(before + 1)
  })

  test.concurrent('private networks are not called, and what another process left behind is sent', async () => {
    const flowId = await replying()
    const inside = await tell(flowId, ['finished'], 'http://10.0.0.1/told')
    const { id } = await tell(flowId, ['finished'], listen().url)
    await ask(flowId)
    await until(id, 'sent')
    const why = /private|not allowed|blocked/i
    await vi.waitFor(async () => expect((await log(inside.id))[0].error).toMatch(why), { timeout: 60_000 })
    // Taken by somebody who never said what became of it.
    await server.database.query
      .updateTable('delivery')
      .set({ state: 'due', tries: 1, done_date: null, due_at: LONG_AGO })
      .where('subject_id', '=', id)
      .execute()
    await until(id, 'sent', 2)
  })

  test.concurrent('paused or deleted, it hears nothing; a drawing that is only tried is no news', async () => {
    const flowId = await replying()
    const { url, received } = listen()
    const { id } = await tell(flowId, ['finished'], url)
    const { flowData } = (await send('GET', `/chatflows/${flowId}`)).body
    const draft = flowData.replace('Done with', 'Tried with')
    await send('POST', `/internal-prediction/${flowId}`, { question: 'Lamps', draft })
    await send('PUT', `/notices/${id}`, { url, events: ['finished'], enabled: false })
    await ask(flowId)
    expect(await log(id)).toEqual([])
    const bad = await send('PUT', `/notices/${id}`, { url: 'file:///etc/passwd', events: ['finished'] })
    expect(bad.status).toBe(400)
    expect((await send('DELETE', `/notices/${id}`)).body.affected).toBe(1)
    const flow = await server.database.query
      .selectFrom('chat_flow')
      .select('is_told')
      .where('id', '=', flowId)
      .executeTakeFirst()
    expect(flow).toEqual({ is_told: 0 })
    await ask(flowId)
    expect(received).toEqual([])
  })
})
