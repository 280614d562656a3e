import { outcomeOf, requireEnded, type RunEvent } from '@chatwright/core'
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { createQueuedRunStore, type QueuedRunStore } from './queued-run-store.ts'
import { createIdempotencyStore } from '../../asking/predictions/idempotency-store.ts'
import { createConversation } from '../../../testing/conversation-flow.ts'
import { startFakeVendor } from '../../../testing/fake-vendor.ts'
import { describeOnBothDatabases, onPostgres, type TestServer } from '../../../testing/test-server.ts'
import { toEventRow } from './event-rows.ts'
import { giveUp } from './give-up.ts'
import type { RunJob } from './run-job.ts'
import { createRunStore, type RunStore } from './run-store.ts'

const LONG_MS = 60_000
const HOUR_MS = 3_600_000

describeOnBothDatabases('Leases', (start) => {
  let server: TestServer
  let store: RunStore
  let queued: QueuedRunStore
  let flowId: string

  beforeEach(async () => {
    server = await start()
    flowId = await createConversation(server, { vendorUrl: 'http://127.0.0.1:9' })
    store = createRunStore(server.database)
    queued = createQueuedRunStore(server.database)
    vi.useFakeTimers({ toFake: ['Date'] })
  })
  afterEach(async () => {
    vi.useRealTimers()
    await server.close()
  })

  /** What follows is done by a process whose clock is that far off. */
  const beProcess = (hoursOff: number): void => {
    vi.useRealTimers()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hoursOff * HOUR_MS })
  }
  const newJob = (): RunJob => jobOf(flowId)
  const abandoned = async () => (await store.abandoned({ isOnlyProcess: false })).map(({ job }) => job.runId)
  const neglected = async () => (await queued.neglected(100)).map(({ runId }) => runId)
  const take = (runId: string, ms = LONG_MS) => queued.take(runId, { owner: 'me', at: new Date(), ms })

  test.each([-3, 3])('a process %i hours off and one that is right see the same leases', async (off) => {
    beProcess(off)
    const held = newJob()
    await store.begin(held, { at: new Date(), lease: { owner: 'a', ms: LONG_MS } })
    expect(await abandoned()).toEqual([])
    expect(await take(held.runId)).toBeUndefined()
    beProcess(0)
    expect(await abandoned()).toEqual([])
    expect(await take(held.runId)).toBeUndefined()
    beProcess(off)
    expect(await store.extendLeases([held.runId], { fence: 1, ms: LONG_MS })).toEqual(new Set([held.runId]))
    expect(await queued.renew([{ runId: held.runId, fence: 1 }], LONG_MS)).toEqual(new Set([held.runId]))
    beProcess(-off)
    expect(await abandoned()).toEqual([])
    expect(await neglected()).toEqual([])
    expect(await take(held.runId)).toBeUndefined()
  })

  test.each([-3, 0, 3])('a lease that is let go is seen by a process %i hours off', async (off) => {
    beProcess(0)
    const lost = newJob()
    await store.begin(lost, { at: new Date(), lease: { owner: 'a', ms: 20 } })
    beProcess(off)
    await vi.waitFor(async () => expect(await abandoned()).toEqual([lost.runId]))
    expect(await neglected()).toEqual([lost.runId])
    expect(await take(lost.runId)).toMatchObject({ fence: 2 })
    expect(await take(lost.runId)).toBeUndefined()
  })

  test('what a holder tells is kept only while it holds the run', async () => {
    const run = newJob()
    await store.begin(run, { at: new Date(), lease: { owner: 'a', ms: 20 } })
    const row = (fence: number, seq: number, text: string) => ({ runId: run.runId, fence, seq, event: `[["${text}"]]` })
    const kept = async () => outcomeOf(await store.events(run.runId)).text
    await store.append([row(1, 1, 'mine ')])
    await vi.waitFor(async () => expect(await take(run.runId)).toMatchObject({ fence: 2 }))
    await store.append([row(1, 2, 'late ')])
    const keep = ({ runId, fence, ...events }: ReturnType<typeof row>) => store.checkpoint({ runId, fence }, events)
    expect([await keep(row(1, 2, 'late ')), await kept()]).toEqual([false, 'mine '])
    await store.append([row(2, 2, 'yours')])
    expect([await keep(row(2, 3, '.')), await kept()]).toEqual([true, 'mine yours.'])
    // With nothing new to keep, it is told all the same who holds the run.
    const held = await Promise.all([1, 2].map((fence) => store.checkpoint({ ...row(fence, 0, ''), fence }, undefined)))
    expect([held, await kept()]).toEqual([[false, true], 'mine yours.'])
  })

  test('a run that waits for a worker is neither abandoned nor neglected at once, whatever the clocks', async () => {
    beProcess(-3)
    const waiting = newJob()
    await store.begin(waiting, { at: new Date() })
    beProcess(3)
    expect(await neglected()).toEqual([])
    expect(await abandoned()).toEqual([])
    expect(await take(waiting.runId)).toMatchObject({ fence: 1 })
  })

  test.each([-3, 3])('a key taken a moment ago is no older to a process %i hours off', async (off) => {
    const keys = createIdempotencyStore(server.database)
    const request = { runId: 'first', digest: 'd' }
    await keys.claim('key', request, LONG_MS)
    beProcess(off)
    const claim = await keys.claim('key', { runId: 'second', digest: 'd' }, LONG_MS)
    expect(claim).toMatchObject(request)
    expect(Math.abs(claim.ageMs)).toBeLessThan(HOUR_MS)
  })

  test('what is under way is held for as long as LEASE_SECONDS says', async () => {
    vi.useRealTimers()
    const vendor = await startFakeVendor({ tokens: ['half ', 'whole'], holdAfter: 1 })
    const patientOne = await start({ env: { LEASE_SECONDS: '300' } })
    const asked = await createConversation(patientOne, { vendorUrl: vendor.url })
    const answer = patientOne.send('POST', `/api/v1/prediction/${asked}`, { question: 'Hi' })
    try {
      const row = await vi.waitFor(() =>
        patientOne.database.query
          .selectFrom('run')
          .select(['lease_until', 'started_date'])
          .where('status', '=', 'running')
          .executeTakeFirstOrThrow(),
      )
      const heldMs = Date.parse(row.lease_until ?? '') - Date.parse(row.started_date ?? '')
      // The one is by the database's clock, the other by the process's.
      expect(Math.round(heldMs / 60_000)).toBe(5)
    } finally {
      await vendor.close()
      await answer
      await patientOne.close()
    }
  })

  /** A question whose flow thinks of what to ask next, and what another process makes of its run before it is answered here. */
  const overtaken = async (overtake: (left: { job: RunJob; fence: number }) => Promise<unknown>) => {
    vi.useRealTimers()
    let goOn = (): void => undefined
    const released = new Promise<void>((resolve) => (goOn = resolve))
    const beforeToken = async (index: number): Promise<void> => (index === 1 ? released : undefined)
    const vendor = await startFakeVendor({ tokens: ['half ', 'whole'], beforeToken })
    const columns = { chatbotConfig: JSON.stringify({ followUpPrompts: { status: true } }) }
    const asked = await createConversation(server, { vendorUrl: vendor.url, columns })
    const answer = server.send('POST', `/api/v1/prediction/${asked}`, { question: 'Hi' })
    try {
      await vi.waitFor(() => expect(vendor.spoken).toBe(1))
      const [left] = await store.abandoned({ isOnlyProcess: true })
      if (!left) throw new Error('Nothing runs')
      await overtake(left as { job: RunJob; fence: number })
      goOn()
      const { status, body } = await answer
      return { status, body, runId: left.job.runId, asked: vendor.requests.length }
    } finally {
      goOn()
      await answer
      await vendor.close()
    }
  }

  test.each([
    ['interrupted', 503],
    ['cancelled', 409],
  ] as const)('whoever reads a run that another process called %s hears so', async (status, code) => {
    const answer = await overtaken(async (left) => {
      const events = await store.events(left.job.runId)
      await giveUp({ ...left, events, kept: events.length }, { store, at: new Date(), status })
    })
    expect(answer).toMatchObject({ status: code, body: { code: `run-${status}` }, asked: 1 })
    expect((await store.find(answer.runId))?.status).toBe(status)
  })

  test('whoever reads a run that another process did to its end gets what is stored, and nothing is added to it', async () => {
    let told: RunEvent[] = []
    const answer = await overtaken(async ({ job, fence }) => {
      const { runId, answerMessageId: messageId } = job
      told = [
        { type: 'run-start', runId, at: 1, endingNodeId: '', messageId },
        { type: 'token', text: 'other words' },
        { type: 'run-end', runId, at: 2, status: 'done', durationMs: 1 },
      ]
      const outcome = requireEnded(outcomeOf(told))
      await server.database.query.deleteFrom('run_event').where('run_id', '=', runId).execute()
      expect(await store.finish(job, { outcome, events: toEventRow(told, 0), at: new Date(), fence })).toBe(true)
    })
    expect(answer).toMatchObject({ status: 200, body: { text: 'other words' }, asked: 1 })
    expect(await store.events(answer.runId)).toEqual(told)
  })

  test('whoever reads a run that was deleted hears that it was stopped', async () => {
    const answer = await overtaken(({ job }) =>
      server.database.query.deleteFrom('run').where('id', '=', job.runId).execute(),
    )
    expect(answer).toMatchObject({ status: 409, body: { code: 'run-cancelled' }, asked: 1 })
  })

  test('what was kept without anybody hearing of it is kept again, once', async () => {
    const job = newJob()
    const told = (texts: readonly string[]) => texts.map((text) => ({ type: 'token' as const, text }))
    await store.begin(job, { at: new Date(), lease: { owner: 'a', ms: LONG_MS } })
    const { fence } = await server.database.query
      .selectFrom('run')
      .select('fence')
      .where('id', '=', job.runId)
      .executeTakeFirstOrThrow()
    const before = (await store.events(job.runId)).length
    const row = (texts: readonly string[]) => toEventRow([...Array<RunEvent>(before), ...told(texts)], before)
    const held = { runId: job.runId, fence }
    await store.append([{ ...held, ...row(['a', 'b']) }])
    // The next flush has the same beginning, and so has what is kept before a call.
    await store.append([{ ...held, ...row(['a', 'b', 'c']) }])
    expect(await store.checkpoint(held, row(['a', 'b', 'c', 'd']))).toBe(true)
    expect((await store.events(job.runId)).slice(before)).toEqual(told(['a', 'b', 'c', 'd']))
    // Who does not hold it any more writes nothing over it.
    await store.append([{ ...held, fence: fence + 1, ...row(['x']) }])
    expect((await store.events(job.runId)).slice(before)).toEqual(told(['a', 'b', 'c', 'd']))
  })
})

const postgresUrl = inject('postgresUrl')

describe.runIf(postgresUrl)('Leases that lapsed while the database was away', () => {
  test('end nothing that the same process still answers', async () => {
    const server = await onPostgres(postgresUrl ?? '')({ env: { LEASE_SECONDS: '3' } })
    let goOn = (): void => undefined
    const released = new Promise<void>((resolve) => (goOn = resolve))
    const beforeToken = async (index: number): Promise<void> => (index === 1 ? released : undefined)
    const vendor = await startFakeVendor({ tokens: ['half ', 'whole'], beforeToken })
    try {
      const flowId = await createConversation(server, { vendorUrl: vendor.url })
      const runs = () => server.database.query.selectFrom('run').select(['id', 'status', 'answer']).execute()
      const answer = server.send('POST', `/api/v1/prediction/${flowId}`, { question: 'Hi', chatId: 'c' })
      await vi.waitFor(() => expect(vendor.spoken).toBe(1))
      const [{ id: held } = { id: '' }] = await runs()
      // Of a process that is gone.
      const gone = jobOf(flowId)
      await createRunStore(server.database).begin(gone, { at: new Date(), lease: { owner: 'gone', ms: 1 } })
      const lapsed = { lease_until: new Date(Date.now() - 60_000).toISOString() }
      await vi.waitFor(async () => {
        await server.database.query.updateTable('run').set(lapsed).where('status', '=', 'running').execute()
        expect((await runs()).find(({ id }) => id === gone.runId)?.status).toBe('interrupted')
      }, 60_000)
      goOn()
      expect((await answer).body).toMatchObject({ text: 'half whole' })
      expect((await runs()).find(({ id }) => id === held)).toEqual({ id: held, status: 'done', answer: 'half whole' })
    } finally {
      goOn()
      await vendor.close()
      await server.close()
    }
  })
})

function jobOf(flowId: string): RunJob {
  const chatId = randomUUID()
  return {
    kind: 'question',
    runId: randomUUID(),
    flowId,
    flowName: 'Conversation',
    flowVersion: 1,
    session: { flowId, chatId, sessionId: chatId, origin: 'external' },
    message: 'Hi',
    question: 'Hi',
    fileAttachment: '',
    attachments: [],
    history: [],
    overrides: { nodes: {}, variables: {} },
    memoryType: null,
    questionMessageId: randomUUID(),
    answerMessageId: randomUUID(),
    leadEmail: null,
    fileUploads: [],
    isResumable: false,
  }
}
