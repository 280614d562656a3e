import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createAgentFlow } from '../../../testing/agent-flow.ts'
import { createConversation } from '../../../testing/conversation-flow.ts'
import { farMinute } from '../../../testing/far-minute.ts'
import { startFakeVendor, type FakeVendor } from '../../../testing/fake-vendor.ts'
import { describeOnBothDatabases, type TestServer } from '../../../testing/test-server.ts'
import { hmacOf } from '../webhooks/signature.ts'

let server: TestServer
let vendor: FakeVendor

const send = async (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: unknown) =>
  server.send(method, `/api/v1${path}`, body)
/** Half an hour from now: it becomes due where a test says so. */
const hourly = (): string => `${farMinute()} * * * *`
const webhook = (flowId: string, name: string, settings: object = {}) =>
  send('POST', '/triggers', { flowId, kind: 'webhook', name, webhook: { signature: 'none', ...settings } })
const schedule = (flowId: string, name: string, settings: object = {}) =>
  send('POST', '/triggers', { flowId, kind: 'schedule', name, schedule: { cron: hourly(), ...settings } })
const asked = (): string => JSON.stringify(vendor.requests.at(-1)?.body.messages)
const deliveries = async (id: string) => (await send('GET', `/chatflows/${id}/webhook/deliveries`)).body.data
const logs = async (id: string) => (await send('GET', `/chatflows/${id}/schedule/trigger-logs`)).body.data
const runsOf = async (flowId: string): Promise<number> =>
  (await server.database.query.selectFrom('run').select('id').where('chatflow_id', '=', flowId).execute()).length
const dueNow = (id: string) =>
  server.database.query
    .updateTable('flow_trigger')
    .set({ next_due: new Date(Date.now() - 1000).toISOString() })
    .where('id', '=', id)
    .execute()

describeOnBothDatabases('Triggers', (start) => {
  beforeAll(async () => {
    ;[server, vendor] = await Promise.all([start({ lookEveryMs: 50 }), startFakeVendor()])
    vendor.script = { tokens: ['Noted'] }
  })
  afterAll(async () => {
    await server.close()
    await vendor.close()
  })

  test('a chat flow has several webhooks, each with its own address, words and deliveries', async () => {
    const flowId = await createConversation(server, { vendorUrl: vendor.url })
    const shop = (await webhook(flowId, 'Shop', { question: 'Order {{$webhook.body.order.id}} came' })).body
    const plain = (await webhook(flowId, 'Anyone')).body
    const first = await send('POST', `/webhook/${shop.id}`, { order: { id: 7 } })
    expect(first.body, first.text).toMatchObject({ text: 'Noted', question: 'Order 7 came' })
    expect(asked()).toContain('Order 7 came')
    expect((await send('POST', `/webhook/${plain.id}`, { question: 'How many?' })).body.question).toBe('How many?')
    // What the question refers to must be there.
    const without = await send('POST', `/webhook/${shop.id}`, { order: 7 })
    expect([without.status, without.body.details.issues[0].path]).toEqual([400, 'body.order.id'])
    expect((await deliveries(shop.id)).map(({ status }: { status: string }) => status)).toEqual([
      'REFUSED',
      'SUCCEEDED',
    ])
    expect(await deliveries(plain.id)).toHaveLength(1)
    // The flow itself has no webhook: it has no Start step.
    expect((await send('POST', `/webhook/${flowId}`, {})).body.code).toBe('webhook-not-found')
    const { data } = (await send('GET', `/webhooks?flowId=${flowId}`)).body
    expect(data.map(({ name }: { name: string }) => name)).toEqual(['Shop', 'Anyone'])
    expect(data[0]).toMatchObject({ flowId, reason: null, enabled: true, testUntil: null })
    expect(data[0].address).toMatch(new RegExp(`/api/v1/webhook/${shop.id}$`))
  })

  test('the same delivery id runs once for each trigger', async () => {
    const flowId = await createConversation(server, { vendorUrl: vendor.url })
    const [one, two] = [(await webhook(flowId, 'One')).body.id, (await webhook(flowId, 'Two')).body.id]
    const deliver = (id: string) =>
      server.send('POST', `/api/v1/webhook/${id}`, { question: 'Hello' }, { 'x-delivery-id': 'd-1' })
    await Promise.all([deliver(one), deliver(one), deliver(two), deliver(two), deliver(one)])
    expect(await runsOf(flowId)).toBe(2)
    expect((await deliveries(one))[0].times).toBe(3)
  })

  test('a signature is checked with the secret of that trigger, and forged ones begin nothing', async () => {
    const flowId = await createConversation(server, { vendorUrl: vendor.url, columns: { access: 'owner' } })
    const settings = { signature: 'hmac-sha256', goodForSeconds: 60 }
    const { id } = (await webhook(flowId, 'Signed', settings)).body
    const other = (await webhook(flowId, 'Other', settings)).body.id
    expect((await send('GET', `/webhooks?flowId=${flowId}`)).body.data[0].reason).toContain('has no secret yet')
    const secret = (await send('POST', `/chatflows/${id}/webhook-secret`)).body.webhookSecret
    const otherSecret = (await send('POST', `/chatflows/${other}/webhook-secret`)).body.webhookSecret
    const body = JSON.stringify({ question: 'Signed?' })
    const signed = (by: string, ago = 0) => {
      const time = String(Math.floor(Date.now() / 1000) - ago)
      return {
        'content-type': 'application/json',
        'x-webhook-timestamp': time,
        'x-webhook-signature': `sha256=${hmacOf(by, [`${time}.`, body])}`,
      }
    }
    const deliver = (headers: Record<string, string>) => server.send('POST', `/api/v1/webhook/${id}`, body, headers)
    expect((await deliver(signed(otherSecret))).body.code).toBe('signature-invalid')
    expect((await deliver(signed(secret, 120))).body.code).toBe('signature-expired')
    expect(await runsOf(flowId)).toBe(0)
    const once = signed(secret)
    expect((await deliver(once)).body.text).toBe('Noted')
    await deliver(once)
    expect(await runsOf(flowId)).toBe(1)
  })

  test('the test address runs the newest version and only while it is open; the live one what is live', async () => {
    const reply = (text: string) => ({
      steps: { directReplyAgentflow_0: { directReplyMessage: text } },
      edges: ['startAgentflow_0 > directReplyAgentflow_0'],
    })
    const flowId = await createAgentFlow(server, reply('Live'))
    const { id } = (await webhook(flowId, 'Both')).body
    const { version } = (await send('PUT', `/chatflows/${flowId}`, { version: 1, publish: 'hand' })).body
    const { flowData } = (await send('GET', `/chatflows/${flowId}`)).body
    const saved = await send('PUT', `/chatflows/${flowId}`, { version, flowData: flowData.replace('Live', 'Newest') })
    expect(saved.status, saved.text).toBe(200)
    const tried = { 'x-delivery-id': 'd-9' }
    const deliver = (path: string) => server.send('POST', `/api/v1/${path}/${id}`, { question: 'Hi' }, tried)
    expect((await deliver('webhook-test')).body.code).toBe('test-closed')
    const { testUntil } = (await send('PUT', `/triggers/${id}/test`, { open: true })).body
    expect(Date.parse(testUntil)).toBeGreaterThan(Date.now())
    expect((await deliver('webhook-test')).body.text).toBe('Newest')
    // The same delivery for good is another one.
    expect((await deliver('webhook')).body.text).toBe('Live')
    expect(await deliveries(id)).toMatchObject([
      { isTest: false, deliveryId: 'd-9' },
      { isTest: true, deliveryId: 'd-9' },
    ])
    await send('PUT', `/triggers/${id}/test`, { open: false })
    expect((await deliver('webhook-test')).status).toBe(404)
  })

  test('schedules of a chat flow run at their times, each by itself', async () => {
    const flowId = await createConversation(server, { vendorUrl: vendor.url })
    const bad = await schedule(flowId, 'Never', { cron: 'soon' })
    expect([bad.status, bad.body.code]).toEqual([409, 'schedule-unusable'])
    const news = (await schedule(flowId, 'News', { question: 'What is new?' })).body.id
    const mail = (await schedule(flowId, 'Mail', { question: 'Any mail?', timezone: 'Europe/Berlin' })).body.id
    await server.database.query
      .updateTable('flow_trigger')
      .set({ next_due: new Date(Date.now() - 1000).toISOString() })
      .where('chatflow_id', '=', flowId)
      .execute()
    for (const id of [news, mail]) {
      await vi.waitFor(async () => expect((await logs(id))[0]?.status).toBe('SUCCEEDED'), { timeout: 60_000 })
    }
    expect(await runsOf(flowId)).toBe(2)
    const listed = (await send('GET', `/schedules?flowId=${flowId}`)).body
    expect(listed.map(({ name, triggerType }: Record<string, unknown>) => [name, triggerType]).sort()).toEqual([
      ['Mail', 'TRIGGER'],
      ['News', 'TRIGGER'],
    ])
    expect(listed[0].lastRunAt).not.toBeNull()
  })

  test('all are paused together, and those that were paused before stay so when the others go on', async () => {
    const flowId = await createConversation(server, { vendorUrl: vendor.url })
    const open = (await webhook(flowId, 'Open')).body.id
    const shut = (await webhook(flowId, 'Shut')).body.id
    const timed = (await schedule(flowId, 'Hourly', { question: 'Now?' })).body.id
    await send('PATCH', `/chatflows/${shut}/webhook/enabled`, { enabled: false })
    expect((await send('PATCH', '/triggers', { enabled: false, flowId })).body).toEqual({ changed: 2 })
    expect((await send('POST', `/webhook/${open}`, { question: 'Hi' })).status).toBe(503)
    await dueNow(timed)
    const states = async () => {
      const found = await Promise.all([open, shut, timed].map((id) => send('GET', `/triggers/${id}`)))
      return found.map(({ body }) => body.enabled)
    }
    expect(await states()).toEqual([false, false, false])
    expect((await send('PATCH', '/triggers', { enabled: true, flowId })).body).toEqual({ changed: 2 })
    expect(await states()).toEqual([true, false, true])
    // Times that passed meanwhile are not made up for.
    const [{ nextRunAt }] = (await send('GET', `/schedules?flowId=${flowId}`)).body
    expect(Date.parse(nextRunAt)).toBeGreaterThan(Date.now())
    expect(await logs(timed)).toEqual([])
    expect((await send('POST', `/webhook/${open}`, { question: 'Hi' })).status).toBe(200)
    expect((await send('POST', `/webhook/${shut}`, { question: 'Hi' })).status).toBe(503)
  })

  test('a form is filled in by what was sent; a trigger is changed and deleted with its log', async () => {
    const flowId = await createAgentFlow(server, {
      steps: {
        startAgentflow_0: {
          startInputType: 'formInput',
          formTitle: 'Where',
          formDescription: 'Tell us where.',
          formInputTypes: [{ type: 'string', label: 'City', name: 'city' }],
        },
        directReplyAgentflow_0: { directReplyMessage: 'In {{$form.city}}' },
      },
      edges: ['startAgentflow_0 > directReplyAgentflow_0'],
    })
    const { id } = (await webhook(flowId, 'Cities')).body
    const filled = await send('POST', `/webhook/${id}`, { city: 'Rome' })
    expect(filled.body.text, filled.text).toBe('In Rome')
    const strict = { fields: [{ in: 'body', name: 'city', type: 'string', required: true }] }
    const changed = await send('PUT', `/triggers/${id}`, { kind: 'webhook', name: 'Towns', webhook: strict })
    expect(changed.body).toMatchObject({ id, name: 'Towns', webhook: strict, schedule: null })
    expect((await send('POST', `/webhook/${id}`, { city: 7 })).body.message).toBe('body.city: Expected a text.')
    const other = await send('PUT', `/triggers/${id}`, {
      kind: 'schedule',
      name: 'No',
      schedule: { cron: hourly() },
    })
    expect(other.status).toBe(400)
    expect((await send('DELETE', `/triggers/${flowId}`)).body.code).toBe('trigger-not-found')
    expect((await send('DELETE', `/triggers/${id}`)).body.affected).toBe(1)
    expect((await send('POST', `/webhook/${id}`, { city: 'Rome' })).status).toBe(404)
    const left = await server.database.query.selectFrom('delivery').selectAll().where('subject_id', '=', id).execute()
    expect(left).toEqual([])
    expect(await runsOf(flowId)).toBe(1)
  })
})
