import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createConversation } from '../../../testing/conversation-flow.ts'
import { startFakeVendor, type FakeVendor } from '../../../testing/fake-vendor.ts'
import { testServer, type TestServer } from '../../../testing/test-server.ts'

const packageFolder = fileURLToPath(new URL('../../..', import.meta.url))
const guide = readFileSync(join(packageFolder, '../../docs/clients.md'), 'utf8')
const snippets = [...guide.matchAll(/^## (.+)\n(?:(?!^## )[\s\S])*?^```js\n([\s\S]*?)^```/gm)].map(
  ([, title = '', code = '']) => ({
    title,
    code,
  }),
)

let server: TestServer
let vendor: FakeVendor
let folder: string
let fill: (code: string) => string

beforeAll(async () => {
  vendor = await startFakeVendor()
  server = await testServer()
  const url = await server.listen()
  const flow = await createConversation(server, { vendorUrl: vendor.url, columns: { deployed: true } })
  // Beside the packages that the snippets import.
  folder = mkdtempSync(join(packageFolder, '../../node_modules/.guide-'))
  fill = (code) => code.replaceAll('http://localhost:3000', url).replaceAll('FLOW_ID', flow)
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await server.close()
  await vendor.close()
})

test('every client of the guide has a snippet', () => {
  expect(snippets.map(({ title }) => title)).toEqual([
    'OpenAI',
    'OpenAI responses',
    'LangChain',
    'AI SDK',
    'useChat',
    'Anthropic',
    'AG-UI',
  ])
})

describe.each(snippets)('The snippet for $title', ({ title, code }) => {
  test('prints the answer', async () => {
    const file = join(folder, `${title.replaceAll(' ', '-')}.mjs`)
    writeFileSync(file, fill(code))
    const { stdout } = await promisify(execFile)(process.execPath, [file])
    expect(stdout.trim()).toBe('Hello there')
  })
})
