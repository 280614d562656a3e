import { AppError } from '@chatwright/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PredictionService } from '../predictions/prediction-service.ts'
import { createAgentFlow } from '../../../testing/agent-flow.ts'
import { farMinute } from '../../../testing/far-minute.ts'
import { describeOnBothDatabases, type TestServer } from '../../../testing/test-server.ts'
import { createDeliveryStore } from '../../runs/deliveries/delivery-store.ts'
import { createScheduledStarts, lookOnce } from './keep-schedules.ts'
import { createScheduleStore } from './schedule-store.ts'

let server: TestServer
let minute: number

/** A flow that says each hour what it was asked: half an hour from now, so that only the test makes it due. */
function createHourly(inputs: Record<string, unknown> = {}, reply = 'Asked: {{question}}'): Promise<string> {
  return createAgentFlow(server, {
    steps: {
      startAgentflow_0: {
        startInputType: 'scheduleInput',
        scheduleFrequency: 'hourly',
        scheduleOnMinute: minute,
        scheduleDefaultInput: 'What is new?',
        ...inputs,
      },
      directReplyAgentflow_0: { directReplyMessage: reply },
    },
    edges: ['startAgentflow_0 > directReplyAgentflow_0'],
  })
}

/** For a test whose processes look at times of its own. */
const onTheHour = { scheduleOnMinute: 0 }

const status = async (flowId: string) => (await server.send('GET', `/api/v1/chatflows/${flowId}/schedule/status`)).body
const logs = async (flowId: string, query = '') =>
  (await server.send('GET', `/api/v1/chatflows/${flowId}/schedule/trigger-logs${query}`)).body
const dueAgo = (flowId: string, ms: number) =>
  server.database.query
    .updateTable('flow_trigger')
    .set({ next_due: new Date(Date.now() - ms).toISOString() })
    .where('chatflow_id', '=', flowId)
    .execute()

/** A schedule beside what the Start step says. */
const addSchedule = async (flowId: string): Promise<string> => {
  const schedule = { cron: '0 * * * *', question: 'And now?' }
  const body = { flowId, kind: 'schedule', name: 'Own', schedule }
  return (await server.send('POST', '/api/v1/triggers', body)).body.id
}

const LONG_AGO = '2000-01-01T00:00:00.000Z'
/** As after the time that whoever took something has for it. */
const untaken = () =>
  server.database.query.updateTable('delivery').set({ due_at: LONG_AGO }).where('state', '=', 'due').execute()

/** The server of the test looks by its own clock, and would begin runs that others are to begin. */
const lookNoMore = () => server.services.close()

/** Looks as another process would, at a time of the test's, and notes which runs it would begin. */
function otherProcess(now: () => Date, start?: PredictionService['start']) {
  const begun: string[] = []
  const store = { ...createScheduleStore(server.database), now: async () => now() }
  const deliveries = createDeliveryStore(server.database)
  const { deliver } = createScheduledStarts({
    store,
    deliveries,
    library: { head: async (id) => ({ id }) as never },
    predictions: {
      start:
        start ??
        (async ({ flow, idempotencyKey }) => {
          begun.push(`${flow.id} ${idempotencyKey}`)
          return { job: { runId: 'none' }, outcome: Promise.resolve() } as never
        }),
    },
    onFault: () => undefined,
  })
  const look = async (setsRight = false) => {
    await lookOnce({ store, onDue: () => undefined }, setsRight)
    // What its clock makes due, by the clock that the others have.
    await server.database.query
      .updateTable('delivery')
      .set({ due_at: LONG_AGO })
      .where('tries', '=', 0)
      .where('state', '=', 'due')
      .execute()
    const due = await deliveries.due({ full: [], isFollowing: false })
    for (const row of await deliveries.take(due.map(({ id }) => id))) await deliver([row])
  }
  return { look, begun }
}

describeOnBothDatabases('Schedules', (start) => {
  beforeEach(async () => {
    server = await start()
    minute = farMinute()
  })
  afterEach(() => server.close())

  test('a flow runs at its time, once, and the log tells what became of it', async () => {
    const flowId = await createHourly()
    const before = await status(flowId)
    expect(before).toMatchObject({
      canEnable: true,
      record: {
        targetId: flowId,
        cronExpression: `${minute} * * * *`,
        timezone: 'UTC',
        enabled: true,
        lastRunAt: null,
      },
    })
    expect(before.nextRuns).toHaveLength(5)
    expect(before.nextRuns[0]).toBe(before.record.nextRunAt)
    await dueAgo(flowId, 1000)
    await vi.waitFor(async () => expect((await logs(flowId)).data[0]?.status).toBe('SUCCEEDED'), { timeout: 60_000 })
    const { data, total } = await logs(flowId)
    expect(total).toBe(1)
    expect(data[0]).toMatchObject({ targetId: flowId, error: null, executionId: expect.any(String) as string })
    const run = await server.send('GET', `/api/v1/runs/${data[0].executionId}`)
    expect(run.body).toMatchObject({ status: 'done', question: 'What is new?', answer: 'Asked: What is new?' })
    expect((await status(flowId)).record.nextRunAt).toBe(before.record.nextRunAt)
    expect((await logs(flowId, '?status=FAILED')).total).toBe(0)
    const gone = await server.send('DELETE', `/api/v1/chatflows/${flowId}/schedule/trigger-logs`, {
      logIds: [data[0].id],
    })
    expect(gone.body.affected).toBe(1)
    expect((await logs(flowId)).total).toBe(0)
  })

  test('a form is filled with its defaults', async () => {
    const form = {
      scheduleInputMode: 'form',
      scheduleFormInputTypes: [{ type: 'string', label: 'Topic', name: 'topic' }],
      scheduleFormDefaults: '{"topic":"rain"}',
    }
    const flowId = await createHourly(form, 'About {{$form.topic}}')
    await status(flowId)
    await dueAgo(flowId, 1000)
    await vi.waitFor(async () => expect((await logs(flowId)).data[0]?.status).toBe('SUCCEEDED'), { timeout: 60_000 })
    const run = await server.send('GET', `/api/v1/runs/${(await logs(flowId)).data[0].executionId}`)
    expect(run.body.answer).toBe('About rain')
  })

  test('one that could not run as it was saved runs again once it is mended', async () => {
    const flowId = await createHourly()
    expect((await status(flowId)).record.nextRunAt).not.toBeNull()
    const { flowData } = (await server.send('GET', `/api/v1/chatflows/${flowId}`)).body
    const save = (text: string) => server.send('PUT', `/api/v1/chatflows/${flowId}`, { flowData: text })
    const broken = await save(flowData.replace('What is new?', ''))
    expect(broken.body.flowData).not.toBe(flowData)
    expect((await status(flowId)).record.nextRunAt).toBeNull()
    await save(flowData)
    const isOn = { enabled: true, nextRunAt: expect.any(String) as string }
    expect((await status(flowId)).record).toMatchObject(isOn)
    // As an earlier version left one that was mended.
    await server.database.query.updateTable('flow_trigger').set({ next_due: null }).execute()
    await otherProcess(() => new Date()).look(true)
    expect((await status(flowId)).record).toMatchObject(isOn)
  })

  test('a time that is refused for a while is tried again; one that the flow refuses is not', async () => {
    const flowId = await createHourly()
    await lookNoMore()
    const states = async () => (await logs(flowId)).data.map(({ status }: { status: string }) => status)
    const refusing = (error: AppError, now = Date.now()) => {
      const refuse = async () => {
        throw error
      }
      return otherProcess(() => new Date(now), refuse).look()
    }
    await status(flowId)
    await dueAgo(flowId, 1000)
    const passing = [
      new AppError('overloaded'),
      new AppError('queue-full', { retryAfterSeconds: 5 }),
      new AppError('run-gone'),
    ]
    for (const error of passing) {
      await refusing(error)
      expect(await states()).toEqual(['QUEUED'])
      await untaken()
    }
    await dueAgo(flowId, 500)
    await refusing(new AppError('overloaded'))
    expect((await logs(flowId)).data[0]).toMatchObject({
      status: 'SKIPPED',
      error: "The previous run hadn't started yet.",
    })
    await untaken()
    const process = otherProcess(() => new Date())
    await process.look()
    expect(process.begun).toHaveLength(1)

    await dueAgo(flowId, 1000)
    await refusing(new AppError('chatflow-not-found', { id: flowId }))
    expect(await states()).toContain('FAILED')

    await dueAgo(flowId, 1000)
    await refusing(new AppError('overloaded'))
    await untaken()
    await refusing(new AppError('overloaded'), Date.now() + 3_700_000)
    expect((await logs(flowId, '?status=FAILED')).total).toBeGreaterThan(1)
  })

  test('paused, it does not run, and what passed meanwhile is not made up for', async () => {
    const flowId = await createHourly()
    const pause = await server.send('PATCH', `/api/v1/chatflows/${flowId}/schedule/enabled`, { enabled: false })
    expect(pause.body).toMatchObject({ record: { enabled: false, nextRunAt: null }, nextRuns: [] })
    await dueAgo(flowId, 7_200_000)
    const process = otherProcess(() => new Date())
    await process.look()
    expect(process.begun).toEqual([])
    const on = await server.send('PATCH', `/api/v1/chatflows/${flowId}/schedule/enabled`, { enabled: true })
    expect(Date.parse(on.body.record.nextRunAt)).toBeGreaterThan(Date.now())
    await process.look()
    expect(process.begun).toEqual([])
  })

  test('a schedule that cannot run says why, and stays off', async () => {
    const flowId = await createHourly({ scheduleTimezone: 'Nowhere' })
    expect(await status(flowId)).toMatchObject({
      canEnable: false,
      reason: expect.stringContaining('Nowhere') as string,
    })
    const answer = await server.send('PATCH', `/api/v1/chatflows/${flowId}/schedule/enabled`, { enabled: true })
    expect(answer.status).toBe(409)
    expect(answer.body.message).toContain('Nowhere')
    const other = await createAgentFlow(server, { steps: {}, edges: [] })
    expect(await status(other)).toMatchObject({ record: null, canEnable: false })
  })

  test('saving another rhythm counts from now on; anything else leaves the next time as it was', async () => {
    const flowId = await createHourly()
    const { record } = await status(flowId)
    await server.send('PUT', `/api/v1/chatflows/${flowId}`, { name: 'Renamed' })
    expect((await status(flowId)).record.nextRunAt).toBe(record.nextRunAt)
    const flow = (await server.send('GET', `/api/v1/chatflows/${flowId}`)).body
    const drawn = JSON.parse(flow.flowData)
    Object.assign(drawn.nodes[0].data.inputs, { scheduleFrequency: 'daily', scheduleOnTime: '09:30' })
    const flowData = JSON.stringify(drawn)
    await server.send('PUT', `/api/v1/chatflows/${flowId}`, { flowData })
    expect((await status(flowId)).record).toMatchObject({
      cronExpression: '30 9 * * *',
      nextRunAt: expect.stringContaining('T09:30:00') as string,
    })
    const list = await server.send('GET', '/api/v1/schedules')
    expect(list.body).toMatchObject([{ targetId: flowId, flowName: 'Renamed', reason: null }])
  })

  test('eight processes that look at once run each due time once', async () => {
    await lookNoMore()
    const flows = await Promise.all([1, 2, 3].map(() => createHourly(onTheHour)))
    const own = await Promise.all(flows.map(addSchedule))
    let now = new Date('2099-01-01T08:00:00.500Z')
    const processes = Array.from({ length: 8 }, () => otherProcess(() => now))
    await processes[0]?.look()
    await server.database.query.updateTable('flow_trigger').set({ next_due: '2099-01-01T08:00:00.000Z' }).execute()
    for (const hour of ['08', '09', '10']) {
      now = new Date(`2099-01-01T${hour}:00:00.500Z`)
      await Promise.all(processes.map(({ look }) => look()))
    }
    const begun = processes.flatMap((process) => process.begun).toSorted()
    const expected = flows.flatMap((id, index) =>
      ['08', '09', '10'].flatMap((hour) => [
        `${id} schedule 2099-01-01T${hour}:00:00.000Z`,
        `${id} schedule ${own[index]} 2099-01-01T${hour}:00:00.000Z`,
      ]),
    )
    expect(begun).toEqual(expected.toSorted())
  })

  test('a process that dies before it has begun a run leaves it to the next, and the run is the same', async () => {
    await lookNoMore()
    const flowId = await createHourly(onTheHour)
    const own = await addSchedule(flowId)
    const now = new Date('2099-01-01T08:00:00.500Z')
    const dies = otherProcess(
      () => now,
      () => Promise.reject(new Error('gone')),
    )
    await dies.look()
    await server.database.query.updateTable('flow_trigger').set({ next_due: '2099-01-01T08:00:00.000Z' }).execute()
    await dies.look()
    const next = otherProcess(() => now)
    await next.look()
    expect(next.begun, 'it is still held').toEqual([])
    await untaken()
    await next.look()
    await next.look()
    expect(next.begun.toSorted()).toEqual(
      ['', `${own} `].map((mark) => `${flowId} schedule ${mark}2099-01-01T08:00:00.000Z`).toSorted(),
    )
  })

  test('a flow that refuses to run is told of in the log, and not tried again', async () => {
    await lookNoMore()
    const flowId = await createHourly(onTheHour)
    const now = new Date('2099-01-01T08:00:00.500Z')
    let tries = 0
    const { look } = otherProcess(
      () => now,
      async () => {
        tries += 1
        throw new AppError('flow-invalid', undefined as never, { message: 'The step Reply is not connected.' })
      },
    )
    await look()
    await server.database.query.updateTable('flow_trigger').set({ next_due: '2099-01-01T08:00:00.000Z' }).execute()
    await look()
    await untaken()
    await look()
    expect(tries).toBe(1)
    expect((await logs(flowId)).data).toMatchObject([{ status: 'FAILED', error: 'The step Reply is not connected.' }])
  })

  test('a clock that jumps ahead and back neither runs a time twice nor leaves the schedule silent', async () => {
    await lookNoMore()
    await createHourly(onTheHour)
    let now = new Date('2099-01-01T08:00:00.500Z')
    const { look, begun } = otherProcess(() => now)
    await look()
    await server.database.query.updateTable('flow_trigger').set({ next_due: '2099-01-01T08:00:00.000Z' }).execute()
    await look()
    now = new Date('2099-06-01T00:00:10Z')
    await look()
    now = new Date('2099-01-01T08:00:20Z')
    await look(true)
    now = new Date('2099-01-01T07:59:50Z')
    await look(true)
    now = new Date('2099-01-01T08:00:30Z')
    await look()
    now = new Date('2099-01-01T09:00:01Z')
    await look(true)
    expect(begun.map((line) => line.split(' ').at(-1))).toEqual([
      '2099-01-01T08:00:00.000Z',
      '2099-06-01T00:00:00.000Z',
      '2099-01-01T09:00:00.000Z',
    ])
  })

  test('a time that comes while the run before it goes on is skipped, or runs beside it', async () => {
    await lookNoMore()
    const [skips, allows] = [
      await createHourly(onTheHour),
      await createHourly({ ...onTheHour, scheduleOverlap: 'allow' }),
    ]
    let now = new Date('2099-01-01T08:00:00.500Z')
    // Nothing begins: the first time stays due.
    const { look } = otherProcess(
      () => now,
      () => Promise.reject(new Error('slow')),
    )
    await look()
    await server.database.query.updateTable('flow_trigger').set({ next_due: '2099-01-01T08:00:00.000Z' }).execute()
    await look()
    now = new Date('2099-01-01T09:00:00.500Z')
    await look()
    expect((await logs(skips)).data).toMatchObject([
      { status: 'SKIPPED', error: "The previous run hadn't started yet." },
      { status: 'QUEUED' },
    ])
    expect((await logs(allows)).data).toMatchObject([{ status: 'QUEUED' }, { status: 'QUEUED' }])

    await server.send('POST', `/api/v1/prediction/${skips}`, { question: 'Now?' })
    const { query } = server.database
    const run = await query
      .updateTable('run')
      .set({ status: 'running', lease_until: '2099-02-01T00:00:00.000Z' })
      .where('chatflow_id', '=', skips)
      .returning('id')
      .executeTakeFirstOrThrow()
    await query
      .updateTable('delivery')
      .set({ state: 'started', run_id: run.id, due_at: null })
      .where('chatflow_id', '=', skips)
      .where('state', '=', 'due')
      .execute()
    now = new Date('2099-01-01T10:00:00.500Z')
    await look()
    expect((await logs(skips)).data[0]).toMatchObject({
      status: 'SKIPPED',
      error: "The previous run hadn't finished.",
    })
  })

  test('a schedule that comes with a file rests until the owner lets it go on', async () => {
    const flowId = await createHourly()
    const file = (await server.send('GET', '/api/v1/database/export')).body
    await server.send('DELETE', `/api/v1/chatflows/${flowId}`)
    await server.send('POST', '/api/v1/database/load', file)
    expect(await status(flowId)).toMatchObject({ canEnable: true, record: { enabled: false, nextRunAt: null } })
    const on = await server.send('PATCH', `/api/v1/chatflows/${flowId}/schedule/enabled`, { enabled: true })
    expect(on.body.record).toMatchObject({ enabled: true, nextRunAt: expect.any(String) as string })
  })

  test('a drawing that cannot be read keeps no other schedule from being read', async () => {
    const [broken, whole] = [await createHourly(), await createHourly()]
    const unreadable = { flow_data: '{', graph: null, updated_date: '2001-01-01T00:00:00.000Z' }
    await server.database.query.updateTable('chat_flow').set(unreadable).where('id', '=', broken).execute()
    expect(await status(whole)).toMatchObject({ canEnable: true })
    expect(await status(broken)).toMatchObject({ record: null, canEnable: false })
  })

  test('with a flow, its schedule and log are gone', async () => {
    const flowId = await createHourly()
    await status(flowId)
    await server.send('DELETE', `/api/v1/chatflows/${flowId}`)
    expect(await server.database.query.selectFrom('flow_trigger').selectAll().execute()).toEqual([])
    expect((await server.send('GET', `/api/v1/chatflows/${flowId}/schedule/status`)).status).toBe(404)
  })
})
