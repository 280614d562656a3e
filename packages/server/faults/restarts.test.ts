import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { drawFlow } from '../testing/crash-rounds.ts'
import { startFakeVendor } from '../testing/fake-vendor.ts'
import { startPostgres } from '../testing/own-postgres.ts'
import { patient } from '../testing/patient.ts'
import { spawnServer, temporaryFolder, type SpawnedServer } from '../testing/spawned-server.ts'
import { collectFrames, openStream, textOf } from '../testing/sse-client.ts'

let folder: ReturnType<typeof temporaryFolder>
let server: SpawnedServer
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(async () => {
  await server.stop('SIGKILL')
  folder.remove()
})

const json = (body: object): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

test('PostgreSQL restarted under load: the process lives, errors are 503, and service is back within 5 s', async () => {
  const postgres = await startPostgres()
  if (!postgres) {
    if (process.env['CHATWRIGHT_FULL_TEST']) throw new Error('PostgreSQL is not installed')
    return
  }
  const vendor = await startFakeVendor({ tokens: ['a ', 'b ', 'c '], delayMs: 40 })
  try {
    server = await spawnServer({ DATA_DIR: folder.path, DATABASE_URL: postgres.url, LOG_LEVEL: 'silent' })
    const flowId = await drawFlow(server.url, vendor.url)
    const acknowledged: string[] = []
    const statuses = new Set<number>()
    const over = new AbortController()
    const writers = Array.from({ length: 20 }, async (_, lane) => {
      for (let n = 0; !over.signal.aborted; n += 1) {
        const name = `${lane}-${n}`
        const answer = await fetch(
          `${server.url}/api/v1/chatflows`,
          json({ name, flowData: '{"nodes":[],"edges":[]}' }),
        )
        await answer.text()
        statuses.add(answer.status)
        if (answer.ok) acknowledged.push(name)
      }
    })
    // Answers that come to their end while it is away cannot be stored yet: that is no full disk.
    const answered = new Set<string>()
    const askers = Array.from({ length: 20 }, async () => {
      while (!over.signal.aborted) {
        const answer = await fetch(`${server.url}/api/v1/prediction/${flowId}`, json({ question: 'Hi' }))
        const { code = 'answered' } = (await answer.json()) as { code?: string }
        answered.add(`${answer.status} ${code}`)
      }
    })
    await vi.waitFor(() => expect([acknowledged.length > 20, ...answered]).toEqual([true, '200 answered']))
    await postgres.restart(1000)
    const back = performance.now()
    await vi.waitFor(async () => expect((await fetch(`${server.url}/health/ready`)).status).toBe(200))
    expect(performance.now() - back).toBeLessThan(patient(5000))
    const beforeReady = acknowledged.length
    await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(beforeReady))
    over.abort()
    await Promise.all([...writers, ...askers])
    expect([...answered].sort()).toEqual(['200 answered', '503 database-unavailable'])
    expect([...statuses].sort()).toEqual([200, 503])
    const kept = (await (await fetch(`${server.url}/api/v1/chatflows`)).json()) as { name: string }[]
    const names = new Set(kept.map(({ name }) => name))
    expect(acknowledged.filter((name) => !names.has(name))).toEqual([])
    expect(names.size).toBe(kept.length)
    expect(server.process.exitCode).toBeNull()
  } finally {
    await server.stop('SIGKILL')
    await Promise.all([postgres.stop(), vendor.close()])
  }
}, 240_000)

test('whoever stops it at the word that it is ready stops it in order', async () => {
  for (let start = 0; start < 4; start += 1) {
    server = await spawnServer({ DATA_DIR: folder.path, LOG_LEVEL: 'silent' })
    expect(await server.stop('SIGTERM')).toBe(0)
  }
}, 240_000)

test('SIGTERM: readiness is off at once, open streams and requests finish, exit code 0', async () => {
  const vendor = await startFakeVendor({ tokens: Array.from({ length: 30 }, (_, i) => `t${i} `), delayMs: 50 })
  try {
    server = await spawnServer({ DATA_DIR: folder.path, LOG_LEVEL: 'silent' })
    const flowId = await drawFlow(server.url, vendor.url)
    const url = `${server.url}/api/v1/prediction/${flowId}`
    const { frames } = await openStream(url, json({ question: 'stream', streaming: true }))
    const whole = fetch(url, json({ question: 'whole' }))
    const first = await frames.next()
    // Both have arrived.
    await vi.waitFor(() => expect(vendor.requests).toHaveLength(2))
    // A connection that was open before, as a load balancer holds it.
    await fetch(`${server.url}/health/ready`)
    const ended = server.stop('SIGTERM')
    const readiness = () =>
      fetch(`${server.url}/health/ready`).then(
        ({ status }) => status,
        () => 'refused',
      )
    await vi.waitFor(async () => expect([503, 'refused']).toContain(await readiness()))
    const rest = await collectFrames(frames)
    expect(first.done).toBe(false)
    expect(textOf(rest)).toContain('t29')
    expect(rest.at(-1)).toMatchObject({ event: 'end' })
    const answer = await whole
    expect([answer.status, ((await answer.json()) as { text: string }).text]).toEqual([
      200,
      expect.stringContaining('t29'),
    ])
    expect(await ended).toBe(0)
  } finally {
    await vendor.close()
  }
}, 240_000)
