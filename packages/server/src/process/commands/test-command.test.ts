import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createConversation } from '../../../testing/conversation-flow.ts'
import { startFakeVendor, type FakeVendor } from '../../../testing/fake-vendor.ts'
import { testServer, type TestServer } from '../../../testing/test-server.ts'
import { runTests } from './test-command.ts'

let server: TestServer
let vendor: FakeVendor
let flow: string
let set: string
const folder = mkdtempSync(join(tmpdir(), 'chatwright-junit-'))
const out = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
const err = vi.spyOn(process.stderr, 'write').mockReturnValue(true)

const send = async (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) => {
  const answer = await server.send(method, `/api/v1${path}`, body)
  expect(answer.status, answer.text).toBe(200)
  return answer
}
const said = () => out.mock.calls.map(([text]) => String(text)).join('')
const file = (name: string) => join(folder, name)

beforeAll(async () => {
  vendor = await startFakeVendor()
  server = await testServer({ env: { RECORDING_DAYS: '30' } })
  vendor.script = { tokens: ['We open <at> nine.'] }
  flow = await createConversation(server, { vendorUrl: vendor.url })
  await send('POST', `/prediction/${flow}`, { question: 'When do you open?', chatId: 'c' })
  const { items } = (await send('GET', `/runs?chatflowId=${flow}`)).body
  const kept = (await send('POST', '/tests/keep', { runId: items[0].id })).body
  set = kept.setId
  writeFileSync(file('set.tests.json'), (await send('GET', `/tests/${set}/file`)).text)
  const { flowData } = (await send('GET', `/chatflows/${flow}`)).body
  // As it is exported: without its credentials.
  const exported = JSON.parse(flowData)
  for (const node of exported.nodes) delete node.data.credential
  writeFileSync(file('flow.json'), JSON.stringify(exported))
  exported.nodes.find(({ id }: { id: string }) => id.startsWith('conversationChain')).data.inputs.systemMessagePrompt =
    'New'
  writeFileSync(file('changed.json'), JSON.stringify(exported))
  await vendor.close()
})
afterAll(async () => {
  vi.restoreAllMocks()
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

test('a set runs from its file on the file of a flow, without a database, a key or a vendor', async () => {
  const junit = file('junit.xml')
  expect(await runTests({}, { flow: file('flow.json'), set: file('set.tests.json'), junit })).toBe(0)
  expect(said()).toContain('✓ When do you open?')
  expect(readFileSync(junit, 'utf8')).toContain('tests="1" failures="0" errors="0"')
})

test('what a change makes new is not proved, and what fails is told with its reason', async () => {
  const junit = file('junit.xml')
  expect(await runTests({}, { flow: file('changed.json'), set: file('set.tests.json'), junit })).toBe(2)
  expect(readFileSync(junit, 'utf8')).toContain('<error message="ChatOpenAI would make a call that isn\'t recorded')

  const failing = JSON.parse(readFileSync(file('set.tests.json'), 'utf8'))
  failing.cases[0].turns[0].checks = [{ kind: 'contains', text: 'ten' }]
  writeFileSync(file('failing.json'), JSON.stringify(failing))
  expect(await runTests({}, { flow: file('flow.json'), set: file('failing.json'), junit })).toBe(1)
  expect(readFileSync(junit, 'utf8')).toContain(
    '<failure message="Check failed: contains &quot;ten&quot;: We open &lt;at&gt; nine..">',
  )
})

test('sets of a database are found by their names, while a server serves from it', async () => {
  const env = { DATA_DIR: server.config.dataDir, SECRET_KEY: 'x'.repeat(40) }
  expect(await runTests(env, { flow: 'Conversation', set: 'Kept answers' })).toBe(0)
  expect(await runTests(env, {})).toBe(0)
  expect(await runTests(env, { set: 'Others' })).toBe(2)
  expect(await runTests({}, { set: file('set.tests.json') })).toBe(2)
  expect(err.mock.calls.map(([text]) => String(text)).join('')).toContain("This test set doesn't exist")
})
