import type { RunEvent } from '@chatwright/core'
import { Queue } from 'bullmq'
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { livenessOf } from '../../ground/config/liveness.ts'
import { openDatabase, type Database } from '../../ground/db/database.ts'
import { toEventRow } from '../runs/event-rows.ts'
import type { ExecuteRun } from '../runs/execute-run.ts'
import { holdRuns } from '../runs/held-runs.ts'
import type { Job } from '../runs/job.ts'
import type { Asked, QuestionJob, RunJob, StepsJob } from '../runs/run-job.ts'
import { createRunStore, type RunStore } from '../runs/run-store.ts'
import type { Runner } from '../runs/runner.ts'
import { redisProgram, startRedis, type OwnRedis } from '../../../testing/own-redis.ts'
import { createMigratedPostgresDatabase } from '../../../testing/own-database.ts'
import { createQueueRunner } from './queue-runner.ts'
import { createQueuedRunStore, type QueuedRunStore } from '../runs/queued-run-store.ts'
import { connectRedis, type RedisConnection } from './redis-connection.ts'
import { goOnJob } from '../runs/waits/go-on-job.ts'
import { requeueNeglected } from './requeue-neglected.ts'
import { countDropped, createParseMessage, REDIS_SOURCES, type RedisSource } from './redis-messages.ts'
import { readEvents } from './run-event-log.ts'
import { createRunFollowers } from './run-followers.ts'
import { createRunQueue, QUEUE_NAMES, type RunQueue } from './run-queue.ts'
import { runKeys } from './run-keys.ts'
import { startRunWorker, type RunWorker } from './run-worker.ts'

const postgresUrl = inject('postgresUrl')

/** Whoever is gone is missed soon. */
const LIVENESS = livenessOf(3000)

describe.runIf(postgresUrl && redisProgram)('runs through the queue', () => {
  let redis: OwnRedis
  let database: Database
  let store: RunStore
  let queued: QueuedRunStore
  const cleanups: (() => Promise<void> | void)[] = []
  let connections: RedisConnection[]
  const faults: unknown[] = []

  const connect = (): RedisConnection['client'] => {
    const connection = connectRedis(redis.url, { onError: () => undefined })
    connections.push(connection)
    return connection.client
  }

  beforeAll(async () => {
    redis = await startRedis()
  })
  afterAll(() => redis.stop())
  beforeEach(async () => {
    connections = []
    faults.length = 0
    await connect().flushall()
    database = await openDatabase({ kind: 'postgres', url: await createMigratedPostgresDatabase(postgresUrl ?? '') })
    store = createRunStore(database, LIVENESS)
    queued = createQueuedRunStore(database)
    await database.query
      .insertInto('chat_flow')
      .values(['f1', 'f2'].map((id) => flowRow(id)))
      .execute()
  })
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
    for (const connection of connections) connection.close()
    await database.close()
  })

  function web(): { runner: Runner; queue: RunQueue; background: RunQueue } {
    const client = connect()
    const queue = createRunQueue(connect(), { limit: 100 })
    const background = createRunQueue(connect(), { limit: 100, lane: 'background' })
    const parseMessage = createParseMessage(client, (error) => faults.push(error))
    const followers = createRunFollowers({
      commands: client,
      subscriber: connect(),
      parseMessage,
      findEnded: (runIds) => store.ended(runIds),
      liveness: LIVENESS,
      onFault: (error) => faults.push(error),
    })
    const runner = createQueueRunner({
      client,
      queue,
      background,
      followers,
      store,
      queued,
      now: () => new Date(),
      onFault: (error) => faults.push(error),
    })
    const stopLooking = requeueNeglected({
      queue,
      background,
      queued,
      store,
      live: async (runId) => (await readEvents(client, parseMessage, runId)).map(({ event }) => event),
      liveness: LIVENESS,
      now: () => new Date(),
      onFault: (error) => faults.push(error),
    })
    cleanups.push(async () => {
      stopLooking()
      await runner.close()
      followers.close()
      await queue.close()
      await background.close()
    })
    return { runner, queue, background }
  }

  async function worker(
    execute: ExecuteRun,
    options: { leaseMs?: number; concurrency?: number } = {},
  ): Promise<RunWorker> {
    const started = await startRunWorker({
      client: connect(),
      blocking: connect(),
      subscriber: connect(),
      concurrency: options.concurrency ?? 10,
      backgroundConcurrency: 1,
      ...holdRuns(execute, { keepLater: { has: () => false } }),
      store,
      queued,
      describe: () => undefined,
      now: () => new Date(),
      onFault: (error) => faults.push(error),
      times: { leaseMs: options.leaseMs ?? 15_000, drainMs: 500 },
    })
    cleanups.push(() => started.close())
    return started
  }

  /** An engine that says some words, and stores its end as the real one does. */
  const speaking =
    (words: readonly string[], pauseMs = 0): ExecuteRun =>
    async (job, { signal, log, fence, kept = 0 }) => {
      let text = ''
      for (const word of words) {
        if (signal.aborted) break
        text += word
        log.append({ type: 'token', text: word })
        if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs))
      }
      const status = signal.aborted ? 'cancelled' : 'done'
      const end: RunEvent = { type: 'run-end', runId: job.runId, at: Date.now(), status, durationMs: 1 }
      const outcome = { status, text, durationMs: 1 } as const
      const events = toEventRow([...log.events, end], kept)
      await store.finish(job, { outcome, events, at: new Date(), fence })
      log.append(end)
      return outcome
    }

  const collect = (runner: Runner, job: RunJob) => {
    const events: { event: RunEvent; seq: number }[] = []
    const handle = runner.start(job).then((started) => {
      const leave = started.read((event, seq) => events.push({ event, seq }))
      return { ...started, leave }
    })
    return {
      events,
      handle,
      text: () => events.map(({ event }) => (event.type === 'token' ? event.text : '')).join(''),
    }
  }

  const row = (runId: string) => store.find(runId)

  test('a run is done by a worker and read by the web process, every token once, in order', async () => {
    const words = Array.from({ length: 200 }, (_, i) => `w${i} `)
    await worker(speaking(words))
    const { runner } = web()
    const { events, handle, text } = collect(runner, job())
    const outcome = await (await handle).outcome
    expect(outcome).toMatchObject({ status: 'done', text: words.join('') })
    expect(text()).toBe(words.join(''))
    expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: 201 }, (_, i) => i + 1))
    expect(faults).toEqual([])
  })

  test('a reader that comes back, to any web process, hears everything after its last event once', async () => {
    const words = Array.from({ length: 40 }, (_, i) => `w${i} `)
    await worker(speaking(words, 20))
    const first = web().runner
    const run = job({ isResumable: true })
    const { events, handle } = collect(first, run)
    const { leave } = await handle
    await vi.waitFor(() => expect(events.length).toBeGreaterThan(10))
    leave()
    const heard = events.length

    const second = await web().runner.find(run.runId)
    const later: number[] = []
    let text = ''
    second?.read((event, seq) => {
      later.push(seq)
      if (event.type === 'token') text += event.text
    }, heard)
    expect((await second?.outcome)?.status).toBe('done')
    expect(later).toEqual(Array.from({ length: 41 - heard }, (_, i) => heard + 1 + i))
    expect(words.slice(heard).join('')).toBe(text)
  })

  test('when the reader of a run that is not resumable leaves, the worker stops it within a second', async () => {
    await worker(
      speaking(
        Array.from({ length: 500 }, () => 'x'),
        20,
      ),
    )
    const run = job()
    const { events, handle } = collect(web().runner, run)
    const { leave } = await handle
    await vi.waitFor(() => expect(events.length).toBeGreaterThan(2))
    leave()
    await vi.waitFor(async () => expect((await row(run.runId))?.status).toBe('cancelled'), { timeout: 1000 })
  })

  test('a run goes on for its reader in another web process, and stops when that one leaves, too', async () => {
    await worker(
      speaking(
        Array.from({ length: 100_000 }, () => 'x'),
        20,
      ),
    )
    const run = job()
    const { events, handle } = collect(web().runner, run)
    const { leave } = await handle
    await vi.waitFor(() => expect(events.length).toBeGreaterThan(0))
    const heard: RunEvent[] = []
    const { runner } = web()
    const leaveThere = (await runner.find(run.runId))?.read((event) => heard.push(event))
    await vi.waitFor(() => expect(heard.length).toBeGreaterThan(0))
    leave()
    const before = heard.length
    await vi.waitFor(() => expect(heard.length).toBeGreaterThan(before + 20))
    expect((await row(run.runId))?.status).toBe('running')
    leaveThere?.()
    await vi.waitFor(async () => expect((await row(run.runId))?.status).toBe('cancelled'))
  })

  test('whoever asks for a run in the moment after its last reader left finds out that it is being stopped', async () => {
    let goOn = (): void => undefined
    const released = new Promise<void>((resolve) => (goOn = resolve))
    let isTold = (): boolean => false
    await worker(async (done, how) => {
      isTold = () => how.signal.aborted
      how.log.append({ type: 'token', text: 'half ' })
      await released
      return speaking([])(done, how)
    })
    const run = job()
    const { events, handle } = collect(web().runner, run)
    const { leave } = await handle
    await vi.waitFor(() => expect(events).toHaveLength(1))
    const { runner } = web()
    const isStopping = async () => (await runner.find(run.runId))?.isStopping
    expect(await isStopping()).toBe(false)
    leave()
    await vi.waitFor(async () => expect(await isStopping()).toBe(true))
    // Whoever asks may know it before the worker does, which could have come to the end by then.
    await vi.waitFor(() => expect(isTold()).toBe(true))
    goOn()
    await vi.waitFor(async () => expect((await row(run.runId))?.status).toBe('cancelled'))
  })

  test('suggestions that follow an answer are not cut off by the lease that it needs no more', async () => {
    const { renew } = queued
    let renewals = 0
    queued = { ...queued, renew: (runs, ms) => ((renewals += 1), renew(runs, ms)) }
    let goOn = (): void => undefined
    const released = new Promise<void>((resolve) => (goOn = resolve))
    const stops: unknown[] = []
    await worker(
      async (done, { signal, log, fence }) => {
        signal.addEventListener('abort', () => stops.push(signal.reason))
        const answered: RunEvent = { type: 'answered', at: 1, durationMs: 1 }
        const outcome = { status: 'done', text: 'Hello', durationMs: 1 } as const
        log.append({ type: 'token', text: 'Hello' })
        await store.finish(done, { outcome, events: toEventRow([...log.events, answered], 0), at: new Date(), fence })
        log.append(answered)
        renewals = 0
        await released
        const followUpPrompts = signal.aborted ? [] : ['Who are you?']
        log.append({ type: 'run-end', runId: done.runId, at: 1, status: 'done', durationMs: 1, followUpPrompts })
        return outcome
      },
      { leaseMs: 300 },
    )
    const { outcome } = await collect(web().runner, job()).handle
    await vi.waitFor(() => expect(renewals > 2 || stops.length > 0).toBe(true))
    goOn()
    expect(await outcome).toMatchObject({ text: 'Hello', followUpPrompts: ['Who are you?'] })
    expect(stops).toEqual([])
  })

  test('abort works from another web process', async () => {
    await worker(
      speaking(
        Array.from({ length: 500 }, () => 'x'),
        20,
      ),
    )
    const run = job()
    const { events, handle } = collect(web().runner, run)
    await handle
    await vi.waitFor(() => expect(events.length).toBeGreaterThan(2))
    await web().runner.cancel({ flowId: run.flowId, chatId: run.session.chatId })
    expect((await (await handle).outcome).status).toBe('cancelled')
  })

  test('abort ends a run that no worker has taken up yet, and none takes it up later', async () => {
    const run = job()
    const { runner } = web()
    const { events, handle } = collect(runner, run)
    const { outcome } = await handle
    const chat = { flowId: run.flowId, chatId: run.session.chatId }
    expect(await web().runner.cancel({ ...chat, chatId: 'another' })).toBe(0)
    expect(await web().runner.cancel(chat)).toBe(1)
    expect((await outcome).status).toBe('cancelled')
    const done: string[] = []
    const following = job({ flowId: 'f2' })
    await worker(async (taken, how) => {
      done.push(taken.runId)
      return speaking(['x'])(taken, how)
    })
    await (
      await collect(runner, following).handle
    ).outcome
    expect([done, events.at(-1)?.event.type]).toEqual([[following.runId], 'run-end'])
  })

  test('a run whose reader leaves before a worker has taken it up is done by none, and others of its chat are', async () => {
    const { runner } = web()
    const [left, kept] = [job(), job()]
    const { leave } = await collect(runner, left).handle
    const { outcome } = await collect(runner, kept).handle
    leave()
    await vi.waitFor(async () => expect((await row(left.runId))?.status).toBe('cancelled'))
    const done: string[] = []
    await worker(async (taken, how) => {
      done.push(taken.runId)
      return speaking(['x'])(taken, how)
    })
    expect((await outcome).status).toBe('done')
    expect(done).toEqual([kept.runId])
  })

  /** A worker that takes a run and is never heard of again. */
  const dying =
    (before: (emit: (event: RunEvent) => void) => void): ExecuteRun =>
    async (_job, { log }) => {
      before((event) => log.append(event))
      return new Promise(() => undefined)
    }

  test('a killed worker’s run starts again when nothing had left the building', async () => {
    const dead = await startDead(() => undefined)
    const { runner } = web()
    const { text, handle } = collect(runner, job())
    await dead.taken
    dead.die()
    await worker(speaking(['again']))
    expect((await (await handle).outcome).status).toBe('done')
    expect(text()).toBe('again')
  })

  test('a killed worker’s run that had said something ends as interrupted, with its partial text, and the client is told', async () => {
    const dead = await startDead((emit) => emit({ type: 'token', text: 'half an ans' }))
    const run = job()
    const { text, handle } = collect(web().runner, run)
    await dead.taken
    await vi.waitFor(() => expect(text()).toBe('half an ans'))
    dead.die()
    await worker(speaking(['never']))
    expect(await (await handle).outcome).toMatchObject({
      status: 'interrupted',
      text: 'half an ans',
      fault: { code: 'server-stopped', message: 'The server stopped before the answer was whole.' },
    })
    expect(await row(run.runId)).toMatchObject({ status: 'interrupted', answer: 'half an ans' })
  })

  test('where the last worker was killed and none comes, the reader hears the end all the same', async () => {
    const dead = await startDead((emit) => emit({ type: 'token', text: 'half an ans' }))
    const run = job()
    const { text, handle } = collect(web().runner, run)
    await dead.taken
    await vi.waitFor(() => expect(text()).toBe('half an ans'))
    dead.die()
    expect(await (await handle).outcome).toMatchObject({
      status: 'interrupted',
      text: 'half an ans',
      fault: { code: 'server-stopped' },
    })
    expect(await row(run.runId)).toMatchObject({ status: 'interrupted', answer: 'half an ans' })
  })

  test('a worker killed while Redis comes back empty leaves no reader waiting: what was kept ends the answer', async () => {
    const dead = await startDead((emit) => emit({ type: 'token', text: 'half an ans' }))
    const run = job()
    const { events, text, handle } = collect(web().runner, run)
    await dead.taken
    await vi.waitFor(() => expect(text()).toBe('half an ans'))
    dead.die()
    await connect().flushall()
    await worker(speaking(['never']))
    expect(await (await handle).outcome).toMatchObject({
      status: 'interrupted',
      text: 'half an ans',
      fault: { code: 'server-stopped', message: 'The server stopped before the answer was whole.' },
    })
    // The next worker counted from one again; what the reader had heard was not told twice.
    expect(events.map(({ event }) => event.type)).toEqual(['token', 'run-end'])
    expect(text()).toBe('half an ans')
  }, 60_000)

  test('a run that ends two workers fails, and harms no other', async () => {
    const run = job()
    const { handle } = collect(web().runner, run)
    for (let attempt = 1; attempt <= 2; attempt += 1) {
      const dead = await startDead(() => undefined)
      await dead.taken
      dead.die()
    }
    await worker(speaking(['fine']))
    expect(await (await handle).outcome).toMatchObject({
      status: 'failed',
      fault: { message: expect.stringContaining('twice') },
    })
    const other = collect(web().runner, job())
    expect((await (await other.handle).outcome).text).toBe('fine')
  })

  test('a worker that lost its lease can neither write nor speak', async () => {
    let speak = (_text: string): void => undefined
    let finish = async (): Promise<boolean> => false
    const run = job()
    const stalled = await startDead(
      (emit) => emit({ type: 'token', text: 'old ' }),
      (emit, job, fence) => {
        speak = (text) => emit({ type: 'token', text })
        finish = () =>
          store.finish(job, {
            outcome: { status: 'done', text: 'stolen', durationMs: 1 },
            events: toEventRow([{ type: 'token', text: 'stolen' }], 0),
            at: new Date(),
            fence,
          })
      },
    )
    const { text, handle } = collect(web().runner, run)
    await stalled.taken
    await vi.waitFor(() => expect(text()).toBe('old '))
    stalled.die()
    await worker(speaking(['never']))
    await (
      await handle
    ).outcome
    speak('zombie')
    expect(await finish()).toBe(false)
    // Whatever it said would be heard by now: another run, asked for later, has come to its end.
    await (
      await collect(web().runner, job()).handle
    ).outcome
    expect(text()).toBe('old ')
    expect(await row(run.runId)).toMatchObject({ status: 'interrupted', answer: 'old ' })
  })

  test('Redis flushed with runs under way and waiting: every run ends once and every token arrives once', async () => {
    await worker(
      speaking(
        Array.from({ length: 30 }, (_, i) => `w${i} `),
        15,
      ),
      { concurrency: 5 },
    )
    const { runner } = web()
    const runs = Array.from({ length: 15 }, () => collect(runner, job()))
    await Promise.all(runs.map((run) => run.handle))
    await vi.waitFor(() => expect(runs.filter((run) => run.events.length > 5).length).toBeGreaterThan(2))
    await connect().flushall()
    const outcomes = await Promise.all(runs.map(async (run) => (await run.handle).outcome))
    for (const [index, run] of runs.entries()) {
      expect(run.text()).toBe(outcomes[index]?.text)
      expect(run.events.map(({ seq }) => seq)).toEqual(run.events.map((_, i) => i + 1))
    }
    expect(outcomes.map((outcome) => outcome.status)).toEqual(Array(15).fill('done'))
  }, 240_000)

  test('whoever waits for a run that is deleted is told that it was cancelled, and it is forgotten', async () => {
    const { runner } = web()
    const run = job()
    const { events, handle } = collect(runner, run)
    const { outcome, leave } = await handle
    await database.query.deleteFrom('run').where('id', '=', run.runId).execute()
    expect(await outcome).toEqual({ status: 'cancelled', text: '', durationMs: 0 })
    expect(events.map(({ event, seq }) => [event.type, seq])).toEqual([['run-end', 1]])
    leave()
    expect([runner.active, await runner.find(run.runId)]).toEqual([0, undefined])
    expect(faults).toEqual([])
  })

  test('a worker does not take a run again that it is doing, although its lease lapsed while the database was away', async () => {
    const begun: string[] = []
    let goOn = (): void => undefined
    const released = new Promise<void>((resolve) => (goOn = resolve))
    await worker(async (done, how) => {
      begun.push(done.runId)
      if (done.flowId === 'f1') await released
      return speaking(['whole'])(done, how)
    })
    const { runner, queue } = web()
    const run = job({ flowId: 'f1' })
    const { handle } = collect(runner, run)
    await vi.waitFor(() => expect(begun).toEqual([run.runId]))
    const past = new Date(Date.now() - 60_000).toISOString()
    await database.query.updateTable('run').set({ lease_until: past }).where('id', '=', run.runId).execute()
    await queue.add({ runId: run.runId, flowId: 'f1', notice: 'again' })
    // One that was asked for later has come to its end: the notice was looked at.
    const other = job({ flowId: 'f2' })
    await (
      await collect(runner, other).handle
    ).outcome
    await vi.waitFor(async () => expect(await queue.depth()).toBe(0))
    goOn()
    expect(await (await handle).outcome).toMatchObject({ status: 'done', text: 'whole' })
    expect([begun, (await row(run.runId))?.fence]).toEqual([[run.runId, other.runId], 1])
  })

  test('a flow with many waiting runs does not starve another', async () => {
    const order: string[] = []
    const noting: ExecuteRun = async (done, how) => {
      order.push(done.flowId)
      return speaking(['x'], 5)(done, how)
    }
    const { runner, queue } = web()
    const crowd = Array.from({ length: 40 }, () => collect(runner, job({ flowId: 'f1' })))
    await Promise.all(crowd.map((run) => run.handle))
    const one = collect(runner, job({ flowId: 'f2' }))
    await one.handle
    await vi.waitFor(async () => expect(await queue.depth()).toBe(41))
    await worker(noting, { concurrency: 1 })
    await (
      await one.handle
    ).outcome
    expect(order.indexOf('f2')).toBeLessThan(5)
  })

  test('what goes on in the background is queued again there, and no question waits behind it', async () => {
    const { runner, queue, background } = web()
    const flows = Array.from({ length: 3 }, () => {
      const flow = stepsJob()
      return { ...flow, execution: flow.runId }
    })
    for (const flow of flows) await runner.enqueue(flow)
    // Whoever decides about such a flow in a chat waits for it.
    const { decisions: _, ...asked } = goOnJob(stepsJob({ isInBackground: true }), [])
    await collect(runner, asked).handle
    await vi.waitFor(async () => expect([await background.depth(), await queue.depth()]).toEqual([3, 1]))
    // All of them are neglected from the same moment on.
    await database.query
      .updateTable('run')
      .set({ lease_until: new Date(0).toISOString() })
      .execute()
    await connect().flushall()
    await vi.waitFor(async () => expect([await background.depth(), await queue.depth()]).toEqual([3, 1]))
    expect(faults).toEqual([])
  })

  test('what makes no sense in Redis is counted and left out, wherever it stands, and ends neither side', async () => {
    const client = connect()
    const words = Array.from({ length: 30 }, (_, i) => `w${i} `)
    await worker(speaking(words, 20))
    const { runner } = web()
    const known = { type: 'used-tools', tools: 5 }
    const nonsense = ['not json', '', 'null', '[]', '7', '{"runId":{}}', JSON.stringify(known)]
    const spoil: Record<RedisSource, (runId: string) => Promise<unknown>> = {
      cancel: () => Promise.all(nonsense.map((text) => client.publish(runKeys.cancel, text))),
      events: (runId) =>
        Promise.all(
          [...nonsense, ...nonsense.map((text) => `1\n${text}`), `1e9\n{}`].map((text) =>
            client.publish(runKeys.channel(runId), text),
          ),
        ),
      stream: (runId) => client.xadd(runKeys.events(runId), '*', 'e', 'not json'),
      async queue() {
        const entries = new Queue(QUEUE_NAMES.answers, { connection: connect() })
        cleanups.push(() => entries.close())
        for (const data of [null, 5, 'text', [], {}, { flowId: 7 }]) await entries.add('x', data)
        const garbled = await entries.add('x', {})
        await client.hset(`bull:${QUEUE_NAMES.answers}:${garbled.id}`, 'data', 'not json')
      },
    }
    for (const source of REDIS_SOURCES) {
      const run = job({ isResumable: true })
      const { events, handle, text } = collect(runner, run)
      const { outcome } = await handle
      await vi.waitFor(() => expect(events.length).toBeGreaterThan(2))
      await spoil[source](run.runId)
      expect(await outcome, source).toMatchObject({ status: 'done', text: words.join('') })
      expect(text(), source).toBe(words.join(''))
    }
    await vi.waitFor(async () =>
      expect((await countDropped(client)).map(({ source }) => source).toSorted()).toEqual(REDIS_SOURCES.toSorted()),
    )
    expect(await (await collect(runner, job()).handle).outcome).toMatchObject({ status: 'done' })
    // On a busy machine the queue also reports that the garbled job's lock ran out.
    for (const fault of faults) {
      expect(String(fault)).toMatch(/can't be read and was left out|not valid JSON|Missing lock for job/)
    }
  })

  test('a full queue says so instead of growing', async () => {
    const { runner, queue } = web()
    const started = Array.from({ length: 100 }, () => collect(runner, job()).handle)
    await Promise.all(started)
    await vi.waitFor(async () => expect(await queue.depth()).toBe(100))
    await expect(runner.start(job())).rejects.toMatchObject({ code: 'queue-full', status: 503 })
  })

  /** A worker with a short lease that stops renewing when told to, as a killed or stopped process would. */
  async function startDead(
    before: (emit: (event: RunEvent) => void) => void,
    grab?: (emit: (event: RunEvent) => void, job: Job, fence: number) => void,
  ) {
    let taken = (): void => undefined
    const wasTaken = new Promise<void>((resolve) => (taken = resolve))
    const own: RedisConnection[] = []
    const connectOwn = () => {
      const connection = connectRedis(redis.url, { onError: () => undefined })
      own.push(connection)
      connections.push(connection)
      return connection.client
    }
    let isDead = false
    const started = await startRunWorker({
      client: connectOwn(),
      blocking: connectOwn(),
      subscriber: connectOwn(),
      concurrency: 1,
      backgroundConcurrency: 1,
      execute: async (job, how) => {
        grab?.((event) => how.log.append(event), job, how.fence)
        taken()
        return dying(before)(job, how)
      },
      holds: () => false,
      store,
      queued: {
        ...queued,
        renew: async (runs, until) => (isDead ? new Set(runs.map((run) => run.runId)) : queued.renew(runs, until)),
      },
      describe: () => undefined,
      now: () => new Date(),
      onFault: () => undefined,
      times: { leaseMs: 900, drainMs: 0 },
    })
    return {
      taken: wasTaken,
      die() {
        isDead = true
        void started
        if (!grab) for (const connection of own) connection.close()
      },
    }
  }
})

function job(changes: Partial<Asked> = {}): QuestionJob {
  const flowId = changes.flowId ?? 'f1'
  const chatId = randomUUID()
  return {
    kind: 'question',
    runId: randomUUID(),
    flowId,
    flowName: flowId,
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
    ...changes,
  }
}

function stepsJob(changes: Partial<Asked> = {}): StepsJob {
  return { ...job(changes), kind: 'flow' }
}

function flowRow(id: string) {
  const at = new Date().toISOString()
  return {
    id,
    name: id,
    flow_data: '{"nodes":[],"edges":[]}',
    version: 1,
    type: 'CHATFLOW',
    deployed: 0 as const,
    is_public: 0 as const,
    is_owner_only: 0 as const,
    api_key_id: null,
    chatbot_config: null,
    api_config: null,
    analytic: null,
    speech_to_text: null,
    text_to_speech: null,
    follow_up_prompts: null,
    category: null,
    node_names: '[]',
    created_date: at,
    updated_date: at,
    last_run_date: null,
  }
}
