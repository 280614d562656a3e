import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { spawnServer, temporaryFolder, type SpawnedServer } from '../testing/spawned-server.ts'

interface Rest {
  residentMb: number
  youngMb: number
  /** What is built into Node and was loaded. */
  loaded: string[]
}

const reporting = fileURLToPath(new URL('../testing/report-rest.cjs', import.meta.url))

let folder: ReturnType<typeof temporaryFolder>
let server: SpawnedServer
let started: Rest
beforeAll(async () => {
  folder = temporaryFolder()
  server = await spawnServer({ DATA_DIR: folder.path, NODE_OPTIONS: `--require ${reporting}` })
  const [atReady] = reports()
  if (!atReady) throw new Error(`The server did not say what it holds: ${server.output()}`)
  started = atReady
})
afterAll(async () => {
  await server.stop('SIGKILL')
  folder.remove()
})

function reports(): Rest[] {
  const said = server.output().match(/^at rest .*$/gm) ?? []
  return said.map((line) => JSON.parse(line.slice('at rest '.length)) as Rest)
}

/** With each that is asked for, the server keeps more. */
async function askForRest(): Promise<Rest | undefined> {
  const { length } = reports()
  server.process.kill('SIGUSR2')
  await vi.waitFor(() => expect(reports().length).toBeGreaterThan(length))
  return reports().at(-1)
}

// The limit is one for Linux: others count what is shared with other programs otherwise.
test.skipIf(process.platform !== 'linux')('what was started and does nothing has at most 120 MB', () => {
  expect(started.residentMb).toBeLessThan(120)
})

test('a start loads nothing of Node’s that only requests need: neither its client nor HTTP/2', () => {
  expect(started.loaded).toContain('NativeModule http')
  expect(started.loaded.filter((name) => /deps\/undici|http2\/core/.test(name))).toEqual([])
})

test('a start takes no room for new objects that a load would need, and a load gets it', async () => {
  expect(started.youngMb).toBeLessThanOrEqual(8)
  await expect.poll(async () => (await askForRest())?.youngMb).toBeGreaterThan(16)
})
