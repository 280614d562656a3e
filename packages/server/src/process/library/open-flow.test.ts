import { printFlow } from '@chatwright/code'
import { createCatalogueIndex, type RunEvent } from '@chatwright/core'
import { loadCatalogue } from '@chatwright/nodes'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { drawAgentFlow } from '../../../testing/agent-flow.ts'
import { drawConversation } from '../../../testing/conversation-flow.ts'
import { startFakeVendor, type FakeVendor } from '../../../testing/fake-vendor.ts'
import { openFlow, type OpenedFlow, type OpenOptions } from '../../run.ts'

const { nodes } = await loadCatalogue()
const folder = mkdtempSync(join(tmpdir(), 'chatwright-library-'))
const opened: OpenedFlow[] = []
let vendor: FakeVendor

beforeAll(async () => {
  vendor = await startFakeVendor()
  const flow = drawConversation(nodes, { vendorUrl: vendor.url }, 'OpenAI')
  const { files } = printFlow(flow, createCatalogueIndex(nodes), { name: 'Support' })
  for (const [path, text] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  writeFileSync(
    join(folder, 'chatwright.json'),
    JSON.stringify({ chatwright: 1, credentials: [{ name: 'OpenAI', kind: 'openAIApi' }] }),
  )
})
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close()
})
afterAll(async () => {
  await vendor.close()
  rmSync(folder, { recursive: true, force: true })
})

const CODE = join(folder, 'flows/support.flow.ts')
const KEYS = { OpenAI: { openAIApiKey: 'sk-of-this-program' } }

async function open(source: string | object, options: OpenOptions = {}): Promise<OpenedFlow> {
  const flow = await openFlow(source, options)
  opened.push(flow)
  return flow
}

test('code is answered in this process: events as they happen, the conversation remembered, nothing left behind', async () => {
  const before = readdirSync(tmpdir()).filter((name) => name.startsWith('chatwright-run-'))
  const flow = await open(CODE, { credentials: KEYS })
  expect(flow.name).toBe('Support')
  const events: RunEvent[] = []
  for await (const event of flow.stream('Hi', { chatId: 'one' })) events.push(event)
  expect(events.map(({ type }) => type)).toEqual(
    expect.arrayContaining(['run-start', 'node-start', 'token', 'run-end']),
  )
  expect(await flow.ask('And now?', { chatId: 'one' })).toMatchObject({
    status: 'done',
    text: 'Hello there',
    chatId: 'one',
  })
  expect(JSON.stringify(vendor.requests.at(-1)?.body)).toContain('Hi')
  expect(vendor.requests.at(-1)?.headers['authorization']).toBe('Bearer sk-of-this-program')
  await flow.close()
  opened.length = 0
  expect(readdirSync(tmpdir()).filter((name) => name.startsWith('chatwright-run-'))).toEqual(before)
})

test('a folder keeps conversations for the next program', async () => {
  const storage = join(folder, 'data')
  const first = await open(CODE, { credentials: KEYS, storage })
  await first.ask('My name is Ada', { chatId: 'kept' })
  await expect(openFlow(CODE, { credentials: KEYS, storage })).rejects.toThrow('is using the data folder')
  await first.close()
  opened.length = 0
  const second = await open(CODE, { credentials: KEYS, storage })
  await second.ask('Who am I?', { chatId: 'kept' })
  expect(JSON.stringify(vendor.requests.at(-1)?.body)).toContain('My name is Ada')
  expect(existsSync(join(storage, 'secret.key'))).toBe(true)
})

test('an exported agent flow waits for a person, who decides through the same chat', async () => {
  const flow = await open(
    drawAgentFlow(nodes, {
      steps: {
        humanInputAgentflow_0: { humanInputDescriptionType: 'fixed', humanInputDescription: 'Refund?' },
        directReplyAgentflow_0: { directReplyMessage: 'Refunded.' },
        directReplyAgentflow_1: { directReplyMessage: 'Kept.' },
      },
      edges: [
        'startAgentflow_0 > humanInputAgentflow_0',
        'humanInputAgentflow_0:0 > directReplyAgentflow_0',
        'humanInputAgentflow_0:1 > directReplyAgentflow_1',
      ],
    }),
  )
  expect(await flow.ask('Refund me', { chatId: 'two' })).toMatchObject({ status: 'waiting' })
  const decided = await flow.ask('', { chatId: 'two', decide: { type: 'proceed' } })
  expect(decided).toMatchObject({ status: 'done', text: 'Refunded.' })
})

test('what is missing or broken is one sentence, and nothing stays open', async () => {
  await expect(openFlow(CODE)).rejects.toThrow('The flow needs the credentials "OpenAI"')
  await expect(openFlow(join(folder, 'none.json'))).rejects.toThrow("can't be read")
  const broken = join(folder, 'flows/broken.flow.ts')
  writeFileSync(broken, "export default chatFlow('B')\nconst a = chatOpenAI.v1({ x: 1 })\n")
  await expect(openFlow(broken)).rejects.toThrow(/broken\.flow\.ts:2:11 The catalogue has version/)
})

test('a vendor that fails is told as the run tells it', async () => {
  const flow = await open(CODE, { credentials: KEYS })
  vendor.upcoming.push({ tokens: [], status: 401 })
  const { status, error } = await flow.ask('Hi')
  expect(status).toBe('failed')
  expect(error).toBeTruthy()
})
