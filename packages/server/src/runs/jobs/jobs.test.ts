import type { Job } from '@chatwright/contract'
import { outcomeOf, readRunEvent, type RunEvent } from '@chatwright/core'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startFakeVendor, type FakeVendor } from '../../../testing/fake-vendor.ts'
import { createKnowledge } from '../../../testing/knowledge-flow.ts'
import { describeOnBothDatabases, type TestServer } from '../../../testing/test-server.ts'

const PATIENCE = { timeout: 30_000, interval: 20 }

describeOnBothDatabases('Background work', (start) => {
  let server: TestServer
  let vendor: FakeVendor
  let address: string
  let flowId: string

  beforeEach(async () => {
    vendor = await startFakeVendor({ tokens: ['Found it'] })
    server = await start()
    address = await server.listen()
    flowId = await createKnowledge(address, { vendorUrl: vendor.url, documents: 200 })
  })
  afterEach(async () => {
    await server.close()
    await vendor.close()
  })

  const load = async (body: object = {}): Promise<Job> => {
    const answer = await server.send('POST', `/api/v1/vector/internal-upsert/${flowId}?background=true`, body)
    expect([answer.status, answer.body.kind]).toEqual([202, 'load'])
    return answer.body as Job
  }
  const job = async (id: string): Promise<Job> => (await server.send('GET', `/api/v1/jobs/${id}`)).body as Job
  const ended = (id: string, state: Job['state']): Promise<Job> =>
    vi.waitFor(async () => {
      const found = await job(id)
      expect(found.state).toBe(state)
      return found
    }, PATIENCE)
  const documents = async (): Promise<number> => {
    const row = await server.database.query
      .selectFrom('vector_document')
      .select((e) => e.fn.countAll<number | string>().as('count'))
      .executeTakeFirstOrThrow()
    return Number(row.count)
  }
  /** Lets so many embeddings through, then holds the rest until released. */
  const hold = (after: number): (() => void) => {
    let release = (): void => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    let heard = 0
    vendor.script.beforeEmbedding = async () => {
      heard += 1
      if (heard > after) await released
    }
    return release
  }
  const events = async (id: string, after?: string): Promise<{ id: string; event: RunEvent }[]> => {
    const response = await fetch(`${address}/api/v1/jobs/${id}/events`, {
      headers: after === undefined ? {} : { 'last-event-id': after },
    })
    return (await response.text()).split('\n\n').flatMap((frame) => {
      const seen = readRunEvent(/^data:(.*)$/m.exec(frame)?.[1] ?? '')
      return seen ? [{ id: /^id:(.*)$/m.exec(frame)?.[1] ?? '', event: seen }] : []
    })
  }

  test('is done with nobody reading, and says what it came to', async () => {
    const { id } = await load()
    expect(await ended(id, 'done')).toMatchObject({
      chatflowId: flowId,
      chatflowName: 'Knowledge',
      progress: null,
      result: { numAdded: 200, numSkipped: 0, failures: [] },
      fault: null,
      endedDate: expect.any(String),
    })
    expect(await documents()).toBe(200)
    const history = await server.send('GET', `/api/v1/upsert-history/${flowId}`)
    expect(JSON.parse(history.body[0].result)).toMatchObject({ numAdded: 200 })
    const runs = await server.send('GET', `/api/v1/runs?chatflowId=${flowId}`)
    expect(runs.body.items).toEqual([])
  })

  test('shows how far it is to anybody who looks, from the first event or from where they left', async () => {
    const release = hold(1)
    const { id } = await load()
    await vi.waitFor(
      async () => expect((await job(id)).progress).toEqual({ stage: 'embedding', done: 64, total: 200 }),
      PATIENCE,
    )
    const listening = [events(id), events(id)]
    release()
    const [all = [], other] = await Promise.all(listening)
    expect(other).toEqual(all)
    expect(all.map(({ id: each }) => each)).toEqual(all.map((_, index) => `${id}:${index + 1}`))
    expect(outcomeOf(all.map(({ event }) => event))).toMatchObject({ status: 'done', loaded: { numAdded: 200 } })
    expect(await events(id, all[3]?.id)).toEqual(all.slice(4))
  })

  test('can be cancelled while it waits and while it runs; what was stored stays', async () => {
    const release = hold(1)
    const jobs = [await load(), await load(), await load()]
    await vi.waitFor(async () => expect((await job(jobs[0]?.id ?? '')).progress?.done).toBe(64), PATIENCE)
    const active = await server.send('GET', '/api/v1/jobs?state=active')
    expect(active.body.items.map(({ id, state }: Job) => [id, state])).toEqual([
      [jobs[2]?.id, 'queued'],
      [jobs[1]?.id, 'running'],
      [jobs[0]?.id, 'running'],
    ])
    for (const { id } of jobs.toReversed()) {
      const cancelled = await server.send('POST', `/api/v1/jobs/${id}/cancel`, {})
      expect([cancelled.status, cancelled.body.state, cancelled.body.fault]).toEqual([200, 'cancelled', null])
      expect((await events(id)).at(-1)?.event).toMatchObject({ type: 'run-end', status: 'cancelled' })
    }
    release()
    expect(await documents()).toBe(64)
    const again = await server.send('POST', `/api/v1/jobs/${jobs[0]?.id}/cancel`, {})
    expect([again.status, again.body.state]).toEqual([200, 'cancelled'])
  })

  test.each(['done', 'cancelled', 'failed'] as const)(
    'that is %s keeps nothing of what it was given to load',
    async (state) => {
      const given = 'Bytes of a file that somebody sent.'
      const release = hold(0)
      const { id } = await load({ overrideConfig: { text: given } })
      const request = async (): Promise<string> => {
        const row = server.database.query.selectFrom('run').select('request').where('id', '=', id)
        return (await row.executeTakeFirstOrThrow()).request
      }
      // Whoever takes it up after a crash needs it.
      expect(await request()).toContain(given)
      if (state === 'failed') vendor.script.status = 401
      if (state === 'cancelled') await server.send('POST', `/api/v1/jobs/${id}/cancel`, {})
      release()
      expect(await ended(id, state)).toMatchObject({ id, kind: 'load', chatflowId: flowId })
      expect(await request()).not.toContain(given)
    },
  )

  test('that fails says why, and which node', async () => {
    vendor.script.status = 401
    const { id } = await load()
    const { fault } = await ended(id, 'failed')
    expect(fault).toMatchObject({ message: expect.stringContaining('key'), nodeId: 'openAIEmbeddings_0' })
  })

  test('goes on after the server was stopped in order, with what was left', async () => {
    const release = hold(1)
    const { id } = await load()
    await vi.waitFor(async () => expect((await job(id)).progress?.done).toBe(64), PATIENCE)
    await server.services.drain()
    release()
    const row = await server.database.query
      .selectFrom('run')
      .select(['status', 'attempt'])
      .where('id', '=', id)
      .executeTakeFirst()
    expect(row).toEqual({ status: 'queued', attempt: 0 })
  })

  test('is listed page by page, and none of another flow', async () => {
    const made = [await load(), await load(), await load()].map(({ id }) => id)
    for (const id of made) await ended(id, 'done')
    const first = await server.send('GET', `/api/v1/jobs?limit=2&kind=load&chatflowId=${flowId}`)
    const second = await server.send('GET', `/api/v1/jobs?limit=2&cursor=${first.body.nextCursor}`)
    const listed = [...first.body.items, ...second.body.items].map(({ id }: Job) => id)
    expect(listed).toEqual(made.toReversed())
    expect((await server.send('GET', '/api/v1/jobs?chatflowId=other')).body.items).toEqual([])
    expect((await server.send('GET', '/api/v1/jobs?state=failed')).body.items).toEqual([])
    expect((await server.send('GET', '/api/v1/jobs/nobody')).body.code).toBe('job-not-found')
    expect((await server.send('POST', '/api/v1/jobs/nobody/cancel', {})).status).toBe(404)
  })

  test('needs the right to manage', async () => {
    const made = await server.send('POST', '/api/v1/apikey', { keyName: 'Ask', permissions: ['predict'] })
    const key = { authorization: `Bearer ${made.body.apiKey}` }
    const answer = await server.send('POST', `/api/v1/vector/upsert/${flowId}?background=true`, {}, key)
    expect([answer.status, answer.body.code]).toEqual([403, 'forbidden'])
    expect((await server.send('GET', '/api/v1/jobs', undefined, key)).status).toBe(403)
    expect((await server.send('GET', '/api/v1/jobs')).body.items).toEqual([])
  })

  test('a load that somebody waits for stops when they leave', async () => {
    const release = hold(1)
    const leaving = new AbortController()
    const loading = fetch(`${address}/api/v1/vector/internal-upsert/${flowId}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
      signal: leaving.signal,
    }).catch(() => undefined)
    await vi.waitFor(async () => expect(await documents()).toBe(64), PATIENCE)
    leaving.abort()
    await loading
    const [listed] = (await server.send('GET', '/api/v1/jobs')).body.items as Job[]
    await ended(listed?.id ?? '', 'cancelled')
    release()
    expect(await documents()).toBe(64)
  })
})
