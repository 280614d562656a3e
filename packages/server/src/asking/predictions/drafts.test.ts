import { createNode, type Flow, type NodeDescription } from '@chatwright/core'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createAgentFlow, drawAgentFlow, type DrawnSteps } from '../../../testing/agent-flow.ts'
import { createConversation } from '../../../testing/conversation-flow.ts'
import { dumpDatabase } from '../../../testing/database-dump.ts'
import { startFakeVendor, type FakeVendor } from '../../../testing/fake-vendor.ts'
import { describeOnBothDatabases, type TestServer } from '../../../testing/test-server.ts'

const SECRET = 'open-sesame-7431'
const KEYED = `export default {
  name: 'keyed', label: 'Keyed', version: 1, category: 'Chains', description: 'Says its key.', icon: 'keyed.svg',
  baseClasses: ['Keyed', 'BaseChain'], traits: { answers: true },
  inputs: { key: { type: 'password', label: 'Key' }, voice: { type: 'string', label: 'Voice', optional: true } },
  build: ({ inputs }) => ({ kind: 'chat', async *answer() {
    yield { type: 'token', text: inputs.key ? 'A key of ' + inputs.key.length + ', ' + inputs.key : 'No key' }
  } }),
}`

let folder: string
let server: TestServer
let vendor: FakeVendor
let flowId: string

const ask = (body: object, { to = flowId, path = 'internal-prediction' } = {}) =>
  server.send('POST', `/api/v1/${path}/${to}`, { chatId: 'c1', ...body })
const modelAsked = () => vendor.requests.at(-1)?.body.model
const messages = async () =>
  (await server.send('GET', `/api/v1/chatmessage/${flowId}`)).body as Record<string, unknown>[]

async function savedFlow(): Promise<Flow> {
  const { body } = await server.send('GET', `/api/v1/chatflows/${flowId}`)
  return JSON.parse(String(body.flowData)) as Flow
}

async function draftWith(modelName: string): Promise<string> {
  const flow = await savedFlow()
  for (const node of flow.nodes) if (node.id === 'chatOpenAI_0') node.data.inputs['modelName'] = modelName
  return JSON.stringify(flow)
}

describeOnBothDatabases('A drawing that is not saved', (start) => {
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'chatwright-nodes-'))
    for (const name of ['chains', 'icons']) mkdirSync(join(folder, name))
    writeFileSync(join(folder, 'chains', 'keyed.mjs'), KEYED)
    writeFileSync(join(folder, 'icons', 'keyed.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  })
  afterAll(() => rmSync(folder, { recursive: true }))
  beforeEach(async () => {
    ;[vendor, server] = await Promise.all([startFakeVendor(), start({ env: { EXTRA_NODES: folder } })])
    flowId = await createConversation(server, {
      vendorUrl: vendor.url,
      inputs: { bufferMemory_0: { sessionId: 'all' } },
    })
  })
  afterEach(async () => {
    await server.close()
    await vendor.close()
  })

  test('answers its owner, while everybody else is answered by the saved one', async () => {
    const answer = await ask({ question: 'Draft?', draft: await draftWith('model-of-the-draft') })
    expect([answer.status, modelAsked()], answer.text).toEqual([200, 'model-of-the-draft'])
    const visitor = await ask({ question: 'Saved?', draft: await draftWith('other') }, { path: 'prediction' })
    expect([visitor.status, modelAsked()]).toEqual([200, 'gpt-4o-mini'])
    await ask({ question: 'Saved?' })
    expect(modelAsked()).toBe('gpt-4o-mini')
    expect((await server.send('GET', `/api/v1/chatflows/${flowId}`)).body.version).toBe(1)
    expect((await ask({ question: 'x', draft: 'no flow' })).body.code).toBe('flow-data-invalid')
  })

  test('is marked, counts in no statistics, and keeps to a conversation of its own', async () => {
    await ask({ question: 'Saved?' }, { path: 'prediction' })
    const before = await server.send('GET', `/api/v1/stats/${flowId}`)
    await server.database.query.updateTable('chat_flow').set({ last_run_date: null }).execute()
    const draft = await draftWith('model-of-the-draft')
    const answer = await ask({ question: 'Draft?', draft, chatId: 'mine' })
    await ask({ question: 'And now?', draft, chatId: 'mine' })
    // The memory of the draft remembers its own turns, and not those of the session that others are in.
    expect(
      vendor.requests
        .at(-1)
        ?.body.messages.map(({ content }) => content)
        .slice(-3),
    ).toEqual(['Draft?', 'Hello there', 'And now?'])
    expect(JSON.stringify(vendor.requests.at(-1)?.body.messages)).not.toContain('Saved?')
    const rating = { chatflowid: flowId, chatId: 'mine', messageId: answer.body.chatMessageId, rating: 'THUMBS_UP' }
    expect((await server.send('POST', '/api/v1/feedback', rating)).status).toBe(200)
    expect((await server.send('GET', `/api/v1/stats/${flowId}`)).body).toEqual(before.body)
    expect((await server.send('GET', `/api/v1/chatflows/${flowId}`)).body.lastRunDate ?? null).toBe(null)
    expect((await messages()).map(({ isDraft }) => isDraft ?? false)).toEqual([false, false, true, true, true, true])
    const { body: runs } = await server.send('GET', `/api/v1/runs?chatflowId=${flowId}`)
    expect(runs.items.map(({ isDraft }: { isDraft: boolean }) => isDraft)).toEqual([true, true, false])
  })

  test('is the saved one when only its nodes were moved', async () => {
    const flow = await savedFlow()
    for (const node of flow.nodes) node.position = { x: node.position.x + 1, y: 7 }
    await ask({ question: 'Moved?', draft: JSON.stringify(flow) })
    expect((await messages()).map(({ isDraft }) => isDraft)).toEqual([undefined, undefined])
  })

  test('is what its answer goes on with after a break, whatever is saved meanwhile', async () => {
    vendor.upcoming.push({ tokens: ['One ', 'two ', 'three'], breakAfter: 2 })
    await ask({ question: 'Count', draft: await draftWith('model-of-the-draft') })
    const broken = (await messages()).at(-1)
    await server.send('PUT', `/api/v1/chatflows/${flowId}`, { flowData: await draftWith('saved-since') })
    vendor.upcoming.push({ tokens: ['three'] })
    const answer = await ask({ continue: broken?.['id'] })
    expect([answer.body.text, modelAsked()]).toEqual(['One two three', 'model-of-the-draft'])
    await ask({ question: 'Saved?' })
    expect(modelAsked()).toBe('saved-since')
  })

  test('[FLOW-12] takes passwords along in the request, and nothing of them is kept or told', async () => {
    const nodes = (await server.send('GET', '/api/v1/nodes')).body as NodeDescription[]
    const description = nodes.find(({ name }) => name === 'keyed')
    if (!description) throw new Error('The node of the test is not there')
    const node = createNode(description, { id: 'keyed_0', position: { x: 0, y: 0 } })
    node.data.inputs['key'] = SECRET
    const draft = JSON.stringify({ nodes: [node], edges: [] } satisfies Flow)
    const answer = await ask({ question: 'Key?', draft })
    expect(answer.body.text, answer.text).toMatch(/^A key of 16, /)
    expect(answer.text).not.toContain(SECRET)
    expect(dumpDatabase(server.config.database).includes(SECRET)).toBe(false)
    expect(dumpDatabase(server.config.database).includes('Key?')).toBe(true)
    // Saved, it does without; nor does anybody else get the plan that was made with it.
    await server.send('PUT', `/api/v1/chatflows/${flowId}`, { flowData: draft })
    const saved = await ask({ question: 'Key?' }, { path: 'prediction' })
    expect(saved.text).not.toMatch(/A key of/)
  })

  test('may be an agent flow, which waits and goes on with the drawing it began with', async () => {
    const drawn = (label: string): DrawnSteps => ({
      steps: {
        humanInputAgentflow_0: { humanInputDescriptionType: 'fixed', humanInputDescription: 'Shall it be sent?' },
        directReplyAgentflow_0: { directReplyMessage: `${label}: {{ question }}` },
      },
      edges: ['startAgentflow_0 > humanInputAgentflow_0', 'humanInputAgentflow_0:0 > directReplyAgentflow_0'],
    })
    const agents = await createAgentFlow(server, drawn('Saved'))
    const nodes = (await server.send('GET', '/api/v1/nodes')).body as NodeDescription[]
    const draft = JSON.stringify(drawAgentFlow(nodes, drawn('Draft')))
    const first = await ask({ question: 'Ann', draft }, { to: agents })
    expect(first.body.action, first.text).toBeDefined()
    const edited = JSON.stringify(drawAgentFlow(nodes, drawn('Edited since')))
    const second = await ask({ humanInput: { type: 'proceed' }, draft: edited }, { to: agents })
    expect(second.body.text, second.text).toBe('Draft: Ann')
    const { body: stats } = await server.send('GET', `/api/v1/stats/${agents}`)
    expect(stats.totalMessages).toBe(0)
    // A draft that went on is remembered, and not for the saved flow.
    const others = { to: agents, path: 'prediction' }
    expect((await ask({ question: 'Bob', chatId: 'c2' }, others)).body.action).toBeDefined()
    const saved = await ask({ chatId: 'c2', humanInput: { type: 'proceed' } }, others)
    expect(saved.body.text, saved.text).toBe('Saved: Bob')
  })
})
