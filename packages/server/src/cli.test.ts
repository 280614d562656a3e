import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runHere } from '../testing/run-here.ts'
import { runCommand, spawnServer, temporaryFolder, type SpawnedServer } from '../testing/spawned-server.ts'

let folder: ReturnType<typeof temporaryFolder>
const servers: SpawnedServer[] = []

beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop('SIGKILL')))
  folder.remove()
})

async function start(env: Record<string, string> = {}): Promise<SpawnedServer> {
  const server = await spawnServer({ DATA_DIR: folder.path, ...env })
  servers.push(server)
  return server
}

async function create(server: SpawnedServer, name: string): Promise<Response> {
  return fetch(`${server.url}/api/v1/chatflows`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name, flowData: '{"nodes":[],"edges":[]}' }),
  })
}

test('it says where it is and how to stop it, answers, and ends with 0 on SIGTERM; its secret key, for the owner only, stays', async () => {
  const server = await start()
  expect(server.output()).toMatch(/is ready at http:\/\/localhost:\d+ .*Ctrl\+C/)
  expect(await (await fetch(`${server.url}/api/v1/ping`)).text()).toBe('pong')
  expect(await (await fetch(`${server.url}/health/ready`)).json()).toEqual({ status: 'ready' })
  expect(await server.stop('SIGTERM')).toBe(0)
  const path = join(folder.path, 'secret.key')
  const key = readFileSync(path, 'utf8')
  expect(Buffer.from(key, 'base64')).toHaveLength(32)
  expect(statSync(path).mode & 0o777).toBe(0o600)
  await (await start()).stop()
  expect(readFileSync(path, 'utf8')).toBe(key)
})

test('a command that there is not is said to be none, and nothing is started or written', async () => {
  const { code, output } = await runCommand(['bakcup', 'x.backup'], { DATA_DIR: join(folder.path, 'none') })
  expect({ code, output }).toEqual({
    code: 1,
    output: 'Unknown command "bakcup". "chatwright --help" lists the commands.\n',
  })
  expect(existsSync(join(folder.path, 'none'))).toBe(false)
})

test('a second server on one data folder is refused with one sentence; after a kill the folder is free at once', async () => {
  const first = await start()
  const second = await runCommand(['start'], { DATA_DIR: folder.path })
  expect(second.code).toBe(1)
  expect(second.output).toMatch(/^Another Chatwright \(process \d+\) is using the data folder .+\n$/)
  await first.stop('SIGKILL')
  const again = await start()
  expect((await fetch(`${again.url}/health/ready`)).status).toBe(200)
})

test('a taken port is one clear sentence and exit code 1', async () => {
  const holder = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => holder.once('listening', resolve))
  const { port } = holder.address() as { port: number }
  const result = await runCommand(['start', '--port', String(port)], { DATA_DIR: folder.path })
  holder.close()
  expect(result).toEqual({
    code: 1,
    output: `Port ${port} is in use. Stop the other program, or choose another port: PORT=${port + 1}.\n`,
  })
})

test('a data folder that cannot be written is one clear sentence', async () => {
  const blocked = join(folder.path, 'file')
  writeFileSync(blocked, '')
  const result = await runCommand(['start'], { DATA_DIR: join(blocked, 'data') })
  expect(result.code).toBe(1)
  expect(result.output).toMatch(/^The data folder .* isn't writable \(ENOTDIR\)\. Set DATA_DIR/)
})

test('faults of the configuration are listed together', async () => {
  const result = await runCommand(['start'], { DATA_DIR: folder.path, PORT: 'x', LOG_LEVEL: 'y' })
  expect(result).toMatchObject({ code: 1, output: expect.stringMatching(/2 faults:\n {2}- PORT .*\n {2}- LOG_LEVEL /) })
})

test('acknowledged saves survive kill -9, again and again, and the server is back at once', async () => {
  const saved: string[] = []
  for (let round = 0; round < 2; round += 1) {
    const server = await start()
    const writers = Array.from({ length: 8 }, async (_, i) => {
      for (let n = 0; ; n += 1) {
        const answer = await create(server, `${round}-${i}-${n}`).catch(() => undefined)
        if (!answer?.ok) return
        const { name } = (await answer.json().catch(() => ({}))) as { name?: string }
        if (!name) return
        saved.push(name)
      }
    })
    const before = saved.length
    await vi.waitFor(() => expect(saved.length).toBeGreaterThan(before + 10))
    await server.stop('SIGKILL')
    await Promise.all(writers)
  }
  const server = await start()
  const flows = (await (await fetch(`${server.url}/api/v1/chatflows`)).json()) as { name: string }[]
  const names = flows.map((flow) => flow.name)
  expect(saved.length).toBeGreaterThan(10)
  expect(saved.filter((name) => !names.includes(name))).toEqual([])
  expect(new Set(names).size).toBe(names.length)
})

test('export and import work on the command line, and refuse while a server runs', async () => {
  const server = await start()
  await create(server, 'Travels')
  const file = join(folder.path, 'out.json')
  const whileRunning = await runCommand(['export', file], { DATA_DIR: folder.path })
  expect(whileRunning).toMatchObject({ code: 1, output: expect.stringContaining('Another Chatwright') })
  await server.stop()
  expect((await runCommand(['export', file], { DATA_DIR: folder.path })).code).toBe(0)
  const other = join(folder.path, 'other')
  mkdirSync(other)
  chmodSync(other, 0o700)
  const imported = await runCommand(['import', file], { DATA_DIR: other })
  expect(imported).toMatchObject({ code: 0, output: expect.stringContaining('1 flow, 0 messages.') })
  const copy = join(folder.path, 'copy.json')
  await runHere(['export', copy], { DATA_DIR: other })
  expect(readFileSync(copy, 'utf8')).toBe(readFileSync(file, 'utf8'))
  const withKey = join(folder.path, 'with-key.json')
  const key = { id: 'k', keyName: 'Brought', apiKey: 'a-key-of-somebody', permissions: ['manage'] }
  writeFileSync(withKey, JSON.stringify({ chatmessages: [], chatflows: [], apikeys: [key] }))
  const closed = await runHere(['import', withKey], { DATA_DIR: other })
  expect(closed.output).toContain('stay closed until you activate them on the API Keys page or with --allow-keys')
  expect(closed.output).toContain('"Brought" (k): asks and manages everything')
  const allowed = await runHere(['import', '--allow-keys', withKey], { DATA_DIR: other })
  expect(allowed.output).toContain('Activated API keys:\n  "Brought" (k)')
  expect((await runHere(['import', withKey], { DATA_DIR: other })).output).not.toContain('Brought')

  const wrong = await runCommand(['import', join(folder.path, 'secret.key')], { DATA_DIR: other })
  expect(wrong).toMatchObject({ code: 1, output: expect.stringContaining("isn't valid JSON") })
})

test('an ExportData.json is added on the command line: flows keep their ids, and a second time nothing changes', async () => {
  const file = join(folder.path, 'ExportData.json')
  const flow = { id: 'f-of-elsewhere', name: 'Travels', flowData: '{"nodes":[],"edges":[]}', type: 'CHATFLOW' }
  writeFileSync(file, JSON.stringify({ ChatFlow: [flow], DocumentStore: [{ id: 'd' }], CustomTemplate: [{ id: 't' }] }))
  const command = (...more: string[]) => runHere(['import', file, ...more], { DATA_DIR: folder.path })
  expect(await command('--dry-run')).toMatchObject({ code: 0, output: expect.stringContaining('Nothing was saved') })
  expect(await command()).toMatchObject({
    code: 0,
    output: [
      'Travels (f-of-elsewhere): brought in',
      'Document store d: brought in',
      'Not imported, because Chatwright has no equivalent: CustomTemplate (1).\n',
    ].join('\n'),
  })
  expect((await command()).output).toContain('Travels (f-of-elsewhere): left out. It already exists')
  expect((await command('--existing', 'copy')).output).toContain('imported as a copy')
  const out = join(folder.path, 'out.json')
  await runHere(['export', out], { DATA_DIR: folder.path })
  const { chatflows } = JSON.parse(readFileSync(out, 'utf8')) as { chatflows: { id: string }[] }
  expect(chatflows.map(({ id }) => id)).toContain('f-of-elsewhere')
  expect(chatflows).toHaveLength(2)
})

test('help, version and the route table', async () => {
  expect((await runCommand(['--help'], {})).output).toMatch(/start.*routes.*export.*import/s)
  expect((await runCommand(['--version'], {})).output).toMatch(/^\d+\.\d+\.\d+\n$/)
  const { output } = await runCommand(['routes'], { DATA_DIR: folder.path })
  expect(output).toMatch(/^GET {4}public \/api\/v1\/ping$/m)
  expect(output).toMatch(/^PUT {4}owner {2}\/api\/v1\/chatflows\/:id$/m)
})
