import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { behaviours, startBrokenVendor, type BrokenVendor, type Misbehaviour } from '../testing/broken-vendor.ts'
import { createConversation } from '../testing/conversation-flow.ts'
import { collectFrames, openStream, textOf } from '../testing/sse-client.ts'
import { testServer, type TestServer } from '../testing/test-server.ts'
import { patient } from '../testing/patient.ts'

let server: TestServer
let address: string
const vendors: BrokenVendor[] = []
beforeAll(async () => {
  server = await testServer()
  address = await server.listen()
})
afterAll(async () => {
  await server.close()
  await Promise.all(vendors.map((vendor) => vendor.close()))
})

/** A vendor of a test's own and a flow that asks it, so that nobody waits for the pauses between another's tries. */
async function meet(script: Misbehaviour[], { timeout = 1500 } = {}) {
  const vendor = await startBrokenVendor()
  vendors.push(vendor)
  vendor.script = script
  const flowId = await createConversation(server, { vendorUrl: vendor.url, inputs: { chatOpenAI_0: { timeout } } })
  const ask = async () => {
    const { frames } = await openStream(`${address}/api/v1/prediction/${flowId}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ question: 'Hi', streaming: true }),
    })
    const all = await collectFrames(frames)
    return {
      text: textOf(all),
      events: all.map(({ event }) => event),
      error: all.find(({ event }) => event === 'error')?.data,
    }
  }
  return { vendor, flowId, ask }
}

describe.concurrent('a vendor that refuses for good', () => {
  test.each([400, 401, 403, 404, 422])(
    'with %i is asked once, and the message names node and way out',
    async (status) => {
      const { vendor, ask } = await meet([behaviours.refuse(status)])
      const { error, events } = await ask()
      expect(vendor.arrivals).toHaveLength(1)
      expect(String(error)).toMatch(/ChatOpenAI/)
      expect(events.slice(-2)).toEqual(['error', 'end'])
    },
  )
})

describe.concurrent('a vendor that may do better next time', () => {
  test('500 twice, then well: the answer comes, from the third try', async () => {
    const { vendor, ask } = await meet([behaviours.refuse(500), behaviours.refuse(503), behaviours.well()])
    expect(await ask()).toMatchObject({ text: 'All well', error: undefined })
    expect(vendor.arrivals).toHaveLength(3)
  })

  test('500 for ever: three tries, then an error', async () => {
    const { vendor, ask } = await meet([behaviours.refuse(500)])
    expect((await ask()).error).toEqual(expect.any(String))
    expect(vendor.arrivals).toHaveLength(3)
  })

  test('429 with Retry-After: not before that time', async () => {
    const { vendor, ask } = await meet([behaviours.refuse(429, { 'retry-after': '1' }), behaviours.well()])
    expect((await ask()).text).toBe('All well')
    const [first = 0, second = 0] = vendor.arrivals
    expect(second - first).toBeGreaterThanOrEqual(990)
  })

  test('429 that asks for an hour is told to the caller instead', async () => {
    const { vendor, flowId } = await meet([behaviours.refuse(429, { 'retry-after': '3600' })])
    const answer = await fetch(`${address}/api/v1/prediction/${flowId}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ question: 'Hi', streaming: true }),
    })
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '3600'])
    expect(vendor.arrivals).toHaveLength(1)
  })

  test('a connection reset before the first byte is tried again', async () => {
    const { ask } = await meet([behaviours.reset(), behaviours.well()])
    expect((await ask()).text).toBe('All well')
  })
})

describe.concurrent('a vendor that breaks off', () => {
  test.each([
    ['cuts the stream', behaviours.cut()],
    ['stalls', behaviours.stall()],
  ])('and %s after a token is never asked again; what came is kept', async (_, behave) => {
    const { vendor, flowId, ask } = await meet([behave])
    const { text, events } = await ask()
    expect(text).toBe('Half')
    expect(events.slice(-2)).toEqual(['error', 'end'])
    expect(vendor.arrivals).toHaveLength(1)
    const messages = (await server.send('GET', `/api/v1/chatmessage/${flowId}?order=DESC&limit=1`)).body.items
    expect(messages[0]).toMatchObject({ content: 'Half' })
    expect(messages[0].status).not.toBe('done')
  })

  test('by saying nothing at all ends with an error in time', async () => {
    const { ask } = await meet([behaviours.hang()], { timeout: 300 })
    const began = performance.now()
    expect((await ask()).error).toEqual(expect.any(String))
    expect(performance.now() - began).toBeLessThan(patient(10_000))
  })
})

describe.concurrent('a vendor that sends its callers elsewhere', () => {
  test.each([301, 302, 303, 307, 308])(
    'with a %i to another server is not followed; the builder is told where it leads',
    async (status) => {
      const { vendor: stranger } = await meet([behaviours.well()])
      const location = `${stranger.url}/chat/completions?key=secret`
      const { vendor, flowId, ask } = await meet([behaviours.sendOn(status, location)])
      expect((await ask()).error).toMatch(/ChatOpenAI: .*another server/)
      const builder = await server.send('POST', `/api/v1/internal-prediction/${flowId}`, { question: 'Hi' })
      expect(builder.body.details).toMatchObject({ code: 'refused', nodeLabel: 'ChatOpenAI' })
      expect(builder.body.message).toContain(`It redirects to ${stranger.url}/chat/completions. `)
      // A request that became a GET says nothing of the conversation, and its answer is not taken.
      if (status >= 307) expect(stranger.arrivals).toEqual([])
      expect(vendor.arrivals).toHaveLength(2)
    },
  )

  test('within its own server is followed', async () => {
    const { ask } = await meet([behaviours.sendOn(307, '/v2/chat'), behaviours.well()])
    expect(await ask()).toMatchObject({ text: 'All well', error: undefined })
  })
})

describe.concurrent('a vendor that asks to come back later, to the end', () => {
  const whole = (url: string, body: object) =>
    fetch(`${address}${url}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })

  test.each([
    [429, '40', 429, '40', 'rate-limit'],
    [429, '31536000', 429, '3600', 'rate-limit'],
    [429, 'Fri, 01 Jan 2100 00:00:00 GMT', 429, '3600', 'rate-limit'],
    [503, '90', 503, '90', 'overloaded'],
    [529, '25', 503, '25', 'overloaded'],
  ])('%i with Retry-After %s: the caller hears %i and %s seconds', async (status, wait, told, seconds, code) => {
    const { flowId } = await meet([behaviours.refuse(status, { 'retry-after': wait })])
    const answer = await whole(`/api/v1/prediction/${flowId}`, { question: 'Hi' })
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([told, seconds])
    expect(await answer.json()).toMatchObject({
      code: `provider-${code}`,
      message: expect.stringContaining('ChatOpenAI'),
      details: { nodeLabel: 'ChatOpenAI', code, retryAfterSeconds: Number(seconds) },
    })
  })

  test.each([
    [429, 'rate_limit_error'],
    [503, 'server_error'],
  ])('%i in the shape of OpenAI', async (status, type) => {
    const { flowId } = await meet([behaviours.refuse(status, { 'retry-after': '40' })])
    await server.send('PUT', `/api/v1/chatflows/${flowId}`, { deployed: true })
    const body = { model: flowId, messages: [{ role: 'user', content: 'Hi' }] }
    const answer = await whole('/v1/chat/completions', body)
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([status, '40'])
    expect(await answer.json()).toMatchObject({ error: { type, message: expect.stringContaining('ChatOpenAI') } })
    const streamed = await whole('/v1/chat/completions', { ...body, stream: true })
    expect([streamed.status, streamed.headers.get('retry-after')]).toEqual([status, '40'])
    expect(await streamed.json()).toMatchObject({ error: { type } })
  })

  test('without a time: three tries, and a moment', async () => {
    const { vendor, flowId } = await meet([behaviours.refuse(429)])
    const answer = await whole(`/api/v1/prediction/${flowId}`, { question: 'Hi' })
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '5'])
    expect(vendor.arrivals).toHaveLength(3)
  })
})

test.concurrent.each([
  ['no JSON', 'data: {broken\n\n', undefined],
  ['a page', '<html>Bad gateway</html>', 'text/html'],
  ['nothing', '', undefined],
  ['other JSON', 'data: {"choices":null}\n\ndata: [1]\n\ndata: 7\n\n', undefined],
  ['a megabyte without a line end', `data: ${'x'.repeat(1_000_000)}`, undefined],
  ['control characters', 'data: \u0000\u0001\n\n', undefined],
])('garbage (%s) from a vendor breaks nothing', async (_, text, type) => {
  const { vendor, ask } = await meet([behaviours.garbage(text, type)])
  const { events } = await ask()
  expect(events.at(-1)).toBe('end')
  vendor.arrivals.length = 0
  vendor.script = [behaviours.well()]
  expect((await ask()).text).toBe('All well')
})

test('no run is left open behind any of it', async () => {
  const runs = await server.database.query.selectFrom('run').select('status').execute()
  expect(runs.length).toBeGreaterThan(30)
  expect(runs.filter(({ status }) => ['queued', 'running'].includes(status))).toEqual([])
})
