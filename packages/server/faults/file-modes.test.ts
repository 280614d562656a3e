import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runCommand, spawnServer, temporaryFolder, type SpawnedServer } from '../testing/spawned-server.ts'

let folder: ReturnType<typeof temporaryFolder>
let server: SpawnedServer | undefined
let umask: number
beforeEach(() => {
  folder = temporaryFolder()
  // The most open shell there is: the server inherits it.
  umask = process.umask(0)
})
afterEach(async () => {
  process.umask(umask)
  await server?.stop('SIGKILL')
  server = undefined
  folder.remove()
})

/** Every file below a folder that anybody but its owner may do anything with. */
function openToOthers(path: string): string[] {
  return readdirSync(path, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => (statSync(file).mode & 0o077) !== 0)
}

async function write(url: string): Promise<void> {
  const flow = await fetch(`${url}/api/v1/chatflows`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'x', flowData: '{"nodes":[],"edges":[]}' }),
  })
  expect(flow.status).toBe(200)
  const form = new FormData()
  form.append('files', new Blob(['text'], { type: 'text/plain' }), 'a.txt')
  const file = await fetch(`${url}/api/v1/files`, { method: 'POST', body: form })
  expect(file.status, await file.text()).toBe(200)
}

test('nothing in a folder that was open before can be read by others, while the server runs and after', async () => {
  const data = join(folder.path, 'data')
  mkdirSync(data, { mode: 0o755 })
  server = await spawnServer({ DATA_DIR: data })
  await write(server.url)
  expect(readdirSync(data)).toEqual(
    expect.arrayContaining(['chatwright.sqlite', 'chatwright.sqlite-wal', 'server.pid']),
  )
  expect(openToOthers(data)).toEqual([])
  await server.stop('SIGKILL')
  // As an older version left them.
  for (const name of readdirSync(data, { withFileTypes: true })) {
    if (name.isFile()) chmodSync(join(data, name.name), 0o644)
  }
  server = await spawnServer({ DATA_DIR: data })
  await write(server.url)
  expect(openToOthers(data)).toEqual([])
})

test('the same for a database elsewhere, an export and a login', async () => {
  const place = join(folder.path, 'elsewhere')
  mkdirSync(place, { mode: 0o755 })
  const file = join(place, 'my.sqlite')
  writeFileSync(file, '')
  const env = { DATA_DIR: join(folder.path, 'data'), DATABASE_URL: `file:${file}` }
  server = await spawnServer(env)
  await write(server.url)
  expect(readdirSync(place)).toEqual(['my.sqlite', 'my.sqlite-shm', 'my.sqlite-wal'])
  expect(openToOthers(folder.path)).toEqual([])
  await server.stop()
  expect((await runCommand(['export', join(place, 'out.json')], env)).code).toBe(0)
  expect((await runCommand(['reset-login'], env)).code).toBe(0)
  expect(openToOthers(folder.path)).toEqual([])
})
