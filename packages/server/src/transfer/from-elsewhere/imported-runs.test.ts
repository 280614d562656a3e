import { createCatalogueIndex, type Flow } from '@chatwright/core'
import { importFile } from '@chatwright/importers'
import { loadCatalogue } from '@chatwright/nodes'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { chosenModel, withModel } from '../../../testing/agent-flow.ts'
import { startFakeVendor, type FakeVendor } from '../../../testing/fake-vendor.ts'
import { difyTriage, langflowPrompt, n8nBranches, n8nItems } from '../../../testing/foreign-files.ts'
import { describeOnBothDatabases, type TestServer } from '../../../testing/test-server.ts'

const catalogue = createCatalogueIndex((await loadCatalogue()).nodes)

let server: TestServer
let vendor: FakeVendor

/** What an imported file answers, with its models replayed by the vendor. */
async function ask(document: unknown, question: string) {
  const text = typeof document === 'string' ? document : JSON.stringify(document)
  const imported = importFile({ name: 'file', texts: [{ name: 'file', text }] }, catalogue)
  const flow = imported?.flows[0]?.flow
  const settings = await chosenModel(server, vendor.url)
  const stored = withModel(flow, settings) as Flow
  const created = await server.send('POST', '/api/v1/chatflows', {
    name: 'F',
    type: 'AGENTFLOW',
    flowData: JSON.stringify(stored),
  })
  expect(created.status, created.text).toBe(200)
  return server.send('POST', `/api/v1/prediction/${created.body.id}`, { question, chatId: 'c' })
}

describeOnBothDatabases('Flows of other builders', (start) => {
  beforeEach(async () => {
    ;[vendor, server] = await Promise.all([startFakeVendor(), start({ env: { ALLOWED_PRIVATE_HOSTS: '127.0.0.1' } })])
  })
  afterEach(async () => {
    await server.close()
    await vendor.close()
  })

  test('n8n: a node runs once for each item that is left, and all of their results go on together', async () => {
    const answer = await ask(n8nItems, 'ada, bo, grace')
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body.json ?? JSON.parse(answer.body.text)).toEqual([
      { greetings: [{ text: 'Hello there' }, { text: 'Hello there' }] },
    ])
    const asked = vendor.requests.map(({ body }) => JSON.stringify(body))
    expect(asked.filter((text) => text.includes('Greet Ada of 14'))).toHaveLength(1)
    expect(asked.filter((text) => text.includes('Greet Grace of 14'))).toHaveLength(1)
    expect(asked.filter((text) => text.includes('Bo'))).toHaveLength(0)
  })

  test('n8n: a condition takes its branch, and what nothing is like stops with a sentence', async () => {
    const long = await ask(n8nBranches, 'a long question')
    expect(JSON.parse(long.body.text)).toEqual([{ answer: 'Long: a long question' }])
    const short = await ask(n8nBranches, 'short')
    expect(short.status).not.toBe(200)
    expect(short.text).toContain('has no counterpart here')
  })

  test('Dify: variables of the conversation, a branch, a template and an answer', async () => {
    const answer = await ask(difyTriage, 'Hi')
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body.text).toBe('1:HELLO 2:THERE / Hello there')
    expect(JSON.stringify(vendor.requests[0]?.body)).toContain('Sort Hi')
  })

  test('Langflow: a prompt is filled in and the model answers', async () => {
    const answer = await ask(langflowPrompt, 'the sea')
    expect(answer.body.text).toBe('Hello there')
    expect(JSON.stringify(vendor.requests[0]?.body)).toContain('Rhyme on the sea with {braces}')
  })
})
