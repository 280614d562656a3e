import { afterAll, beforeAll, expect, test } from 'vitest'
import { createConversation } from '../../../testing/conversation-flow.ts'
import { expectNoFault } from '../../../testing/expect-refusal.ts'
import { startFakeVendor, type FakeVendor } from '../../../testing/fake-vendor.ts'
import { mutatedRequests } from '../../../testing/mutated-requests.ts'
import { testServer, type TestServer } from '../../../testing/test-server.ts'
import { patient } from '../../../testing/patient.ts'

let server: TestServer
let vendor: FakeVendor
beforeAll(async () => {
  vendor = await startFakeVendor()
  server = await testServer()
})
afterAll(async () => {
  await server.close()
  await vendor.close()
})

// Another seed tries other requests; a failure names the one that found it.
const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_115)

test('2,000 spoiled requests made from the OpenAPI file: nothing breaks, nothing hangs', async () => {
  const document = (await server.send('GET', '/api/v1/openapi.json')).body
  const known = [
    await createConversation(server, { vendorUrl: vendor.url }),
    'chatOpenAI',
    'openAIApi',
    'conversationChain',
  ]
  let slowest = 0
  const statuses = new Map<number, number>()
  for (const request of mutatedRequests(document, { count: 2000, seed, known })) {
    const { method, url, headers, payload } = request
    const began = performance.now()
    const answer = await server.app.inject({
      method: method as 'GET',
      url,
      headers: { host: 'localhost', ...headers },
      ...(payload !== undefined && { payload }),
    })
    slowest = Math.max(slowest, performance.now() - began)
    statuses.set(answer.statusCode, (statuses.get(answer.statusCode) ?? 0) + 1)
    expectNoFault(answer, `seed ${seed}: ${JSON.stringify(request).slice(0, 500)}`)
  }
  expect(slowest).toBeLessThan(patient(10_000))
  // Not only refusals: the requests must reach what lies behind the schemas too.
  expect(statuses.get(200) ?? 0).toBeGreaterThan(100)
}, 120_000)
