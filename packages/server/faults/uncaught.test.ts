import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { drawFlow } from '../testing/crash-rounds.ts'
import { startFakeVendor } from '../testing/fake-vendor.ts'
import { spawnServer, temporaryFolder, type SpawnedServer } from '../testing/spawned-server.ts'

const failing = fileURLToPath(new URL('../testing/fail-on-signal.cjs', import.meta.url))

let folder: ReturnType<typeof temporaryFolder>
let vendor: Awaited<ReturnType<typeof startFakeVendor>>
let server: SpawnedServer
beforeEach(async () => {
  folder = temporaryFolder()
  vendor = await startFakeVendor({ tokens: Array.from({ length: 100 }, (_, i) => `${i} `), delayMs: 20 })
  server = await spawnServer({ DATA_DIR: folder.path, NODE_OPTIONS: `--require ${failing}` })
})
afterEach(async () => {
  await server.stop('SIGKILL')
  await vendor.close()
  folder.remove()
})

async function ask(flowId: string): Promise<string> {
  const answer = await fetch(`${server.url}/api/v1/prediction/${flowId}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ question: 'count', chatId: 'chat', streaming: true }),
  })
  return answer.text()
}

async function asked(): Promise<void> {
  await expect.poll(() => vendor.requests.length).toBeGreaterThan(0)
}

test('a promise that fails unheard is logged, and everybody’s answers go on', async () => {
  const answer = ask(await drawFlow(server.url, vendor.url))
  await asked()
  server.process.kill('SIGHUP')
  expect(await answer).toContain('"event":"end"')
  await expect.poll(() => server.output()).toMatch(/"level":50.*rejected on purpose/)
  expect((await fetch(`${server.url}/health/ready`)).status).toBe(200)
})

test('an exception nobody caught ends the process with an error, and loses nothing that was acknowledged', async () => {
  const flowId = await drawFlow(server.url, vendor.url)
  const answer = ask(flowId).catch(() => 'cut off')
  await asked()
  server.process.kill('SIGUSR2')
  expect(await server.ended).toBe(1)
  // What it wrote last is read after it has ended.
  await expect.poll(() => server.output()).toMatch(/"level":60.*thrown on purpose/)
  expect(await answer).not.toContain('"event":"end"')

  server = await spawnServer({ DATA_DIR: folder.path, LOG_LEVEL: 'silent' })
  expect((await fetch(`${server.url}/api/v1/chatflows/${flowId}`)).status).toBe(200)
  const messages = (await (await fetch(`${server.url}/api/v1/chatmessage/${flowId}`)).json()) as { content: string }[]
  expect(messages).toContainEqual(expect.objectContaining({ role: 'userMessage', content: 'count' }))
  const { items } = (await (await fetch(`${server.url}/api/v1/runs?chatflowId=${flowId}`)).json()) as {
    items: { status: string }[]
  }
  expect(items.map(({ status }) => status)).toEqual(['interrupted'])
})
