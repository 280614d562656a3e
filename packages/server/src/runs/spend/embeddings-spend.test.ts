import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startFakeVendor, type FakeVendor } from '../../../testing/fake-vendor.ts'
import { createKnowledge } from '../../../testing/knowledge-flow.ts'
import { roomInDay } from '../../../testing/room-in-day.ts'
import { testServer, type TestServer } from '../../../testing/test-server.ts'

let server: TestServer
let vendor: FakeVendor
let flowId: string

const ask = () => server.send('POST', `/api/v1/prediction/${flowId}`, { question: 'What is fact 2?' })
const newestRun = async () => (await server.send('GET', `/api/v1/runs?chatflowId=${flowId}&limit=1`)).body.items[0]
/** So the vendor counts each call. */
const QUESTION_TOKENS = 1
/** Seven are read and two written. */
const MODEL_TOKENS = 9

beforeAll(async () => {
  ;[vendor, server] = await Promise.all([startFakeVendor(), testServer()])
  flowId = await createKnowledge(await server.listen(), { vendorUrl: vendor.url, documents: 3 })
  const loaded = await server.send('POST', `/api/v1/vector/upsert/${flowId}`, {})
  if (loaded.status !== 200) throw new Error(`Nothing was loaded: ${loaded.text}`)
})
afterAll(async () => {
  await server.close()
  await vendor.close()
})
beforeEach(roomInDay)

test('embeddings are counted by their node and model, and a replay tells the same without asking', async () => {
  expect((await ask()).status).toBe(200)
  const { body } = await server.send('GET', `/api/v1/spend?chatflowId=${flowId}`)
  // Loading the documents, and searching for the question.
  const counted = { name: 'OpenAI Embeddings', calls: 2, inputTokens: 2, outputTokens: 0, unpricedCalls: 0 }
  expect(body.nodes.find(({ id }: { id: string }) => id === 'openAIEmbeddings_0')).toMatchObject(counted)
  expect(body.models.map(({ id }: { id: string }) => id)).toContain('text-embedding-3-small')
  const { id: runId } = await newestRun()
  const { body: run } = await server.send('GET', `/api/v1/runs/${runId}`)
  const ends = run.events.filter(({ model }: { model?: string }) => model === 'text-embedding-3-small')
  expect(ends).toMatchObject([{ type: 'node-end', usage: { inputTokens: QUESTION_TOKENS, outputTokens: 0 } }])
  const asked = vendor.requests.length
  const { body: replayed } = await server.send('POST', `/api/v1/runs/${runId}/replay`, { mode: 'replay' })
  expect(replayed).toMatchObject({ status: 'done', isSame: true })
  const retold = replayed.events.filter(({ model }: { model?: string }) => model === 'text-embedding-3-small')
  expect(retold).toMatchObject([{ usage: { inputTokens: QUESTION_TOKENS } }])
  expect(vendor.requests).toHaveLength(asked)
  // The search is another one, what it embeds is known: told as it was counted then, and not asked.
  const changed = await server.send('POST', `/api/v1/runs/${runId}/replay`, {
    mode: 'what-if',
    inputs: { builtInVectorStore_0: { topK: 1 } },
  })
  expect(changed.status, changed.text).toBe(200)
  const known = changed.body.events.filter(({ model }: { model?: string }) => model === 'text-embedding-3-small')
  expect(known).toMatchObject([{ usage: { inputTokens: QUESTION_TOKENS } }])
  const embedded = vendor.requests.slice(asked).filter(({ body: sent }) => 'input' in sent)
  expect(embedded).toEqual([])
})

test('what a long question was embedded from is read and told again', async () => {
  const question = 'What is fact 2, and why does it say what it says? '.repeat(10)
  expect((await server.send('POST', `/api/v1/prediction/${flowId}`, { question })).status).toBe(200)
  const { id: runId } = await newestRun()
  const { items } = (await server.send('GET', `/api/v1/runs/${runId}/calls`)).body
  const { seq } = items.find(({ kind }: { kind: string }) => kind === 'embeddings')
  const read = await server.send('GET', `/api/v1/runs/${runId}/calls/${seq}`)
  expect(read.status, read.text).toBe(200)
  expect(read.body.request.text).toBe(question)
  const replayed = await server.send('POST', `/api/v1/runs/${runId}/replay`, { mode: 'replay' })
  expect(replayed.body, replayed.text).toMatchObject({ status: 'done', isSame: true })
})

test('a limit counts them, and refuses them where no room is left', async () => {
  const limit = { scope: 'flow', subject: flowId, period: 'day', unit: 'tokens', amount: 10_000 }
  const { body } = await server.send('POST', '/api/v1/limits', limit)
  await ask()
  const ledger = () => server.database.query.selectFrom('ledger').selectAll().where('limit_id', '=', body.id).execute()
  const [row] = await ledger()
  expect(row).toMatchObject({ reserved: 0, used: QUESTION_TOKENS + MODEL_TOKENS })
  await server.database.query.updateTable('ledger').set({ used: 9999 }).where('limit_id', '=', body.id).execute()
  const asked = vendor.requests.length
  await ask()
  expect(await newestRun()).toMatchObject({ status: 'failed', fault: { code: 'quota', nodeId: 'openAIEmbeddings_0' } })
  expect(vendor.requests).toHaveLength(asked)
})
