import { afterEach, beforeEach, expect, test } from 'vitest'
import { describeOnBothDatabases, type TestServer } from '../../../../testing/test-server.ts'
import { askTwo } from '../../../../testing/two-waits.ts'
import { createCancelRun } from '../cancel-run.ts'
import { createQueuedRunStore } from '../queued-run-store.ts'
import { createRunStore } from '../run-store.ts'
import { goOnJob } from './go-on-job.ts'
import { createCancelWait } from './cancel-wait.ts'
import { createWaitService } from './wait-service.ts'
import { createWaitStore } from './wait-store.ts'

const lease = { owner: 'somebody', ms: 3_600_000 }

describeOnBothDatabases('Cancelling what waits', (start) => {
  let server: TestServer

  beforeEach(async () => {
    server = await start()
  })
  afterEach(() => server.close())

  /** One of two is decided, and the run that goes on with it is begun. */
  const goOnWithOne = async (how: { lease?: typeof lease } = {}) => {
    const asked = await askTwo(server)
    const waits = createWaitStore(server.database)
    await waits.decide(asked.one.id, { type: 'proceed' }, new Date())
    const found = await waits.decided(asked.execution)
    if (!found) throw new Error('Nothing was decided')
    const job = goOnJob(found.from, found.decisions)
    const runs = createRunStore(server.database)
    await runs.begin(job, { at: new Date(), ...how })
    return { ...asked, waits, runs, runId: job.runId }
  }

  test('ends a run of it that nobody has taken up yet: nobody will', async () => {
    // Nothing is taken up here from now on.
    await server.services.drain()
    const { flowId, two, waits, runs, runId } = await goOnWithOne()
    const answer = await server.send('POST', `/api/v1/waits/${two.id}/cancel`)
    expect([answer.status, answer.body]).toEqual([200, { status: 'cancelled' }])
    expect((await runs.find(runId))?.status).toBe('cancelled')
    const taken = createQueuedRunStore(server.database).take(runId, { ...lease, at: new Date() })
    expect(await taken).toBeUndefined()
    expect([await waits.isOver(two), (await waits.page({ chatflowId: flowId }, { limit: 10 })).total]).toEqual([
      true,
      0,
    ])
    const again = await server.send('POST', `/api/v1/waits/${two.id}/cancel`)
    expect([again.status, again.body.code]).toEqual([409, 'wait-over'])
  })

  test('ends a run of it that comes to its next wait at that moment', async () => {
    const { flowId, two, waits, runs, runId } = await goOnWithOne({ lease })
    const { query: db } = server.database
    const now = () => new Date()
    const stop = async (id: string): Promise<void> => {
      await db.updateTable('run_wait').set({ decided_date: null, decided_run: null }).where('id', '=', two.id).execute()
      await db.updateTable('run').set({ status: 'waiting' }).where('id', '=', id).execute()
    }
    const service = createWaitService({
      waits,
      cancelWait: createCancelWait({ waits, cancelRun: createCancelRun({ runs, runner: { stop }, now }), now }),
      goOnWith: () => Promise.reject(new Error('Nobody decides')),
      links: { linkFor: () => '', read: (waitId) => ({ waitId, expires: 0 }) },
      mayUseLink: async () => true,
      waitDays: () => 30,
    })
    expect(await service.cancel(two.id)).toEqual({ status: 'cancelled' })
    expect((await runs.find(runId))?.status).toBe('cancelled')
    expect([await waits.isOver(two), (await waits.page({ chatflowId: flowId }, { limit: 10 })).total]).toEqual([
      true,
      0,
    ])
  })

  test('takes a run away from whoever took it up at that moment', async () => {
    await server.services.drain()
    const { runs, runId } = await goOnWithOne()
    const queued = createQueuedRunStore(server.database)
    const stopped: string[] = []
    const cancelRun = createCancelRun({
      runs: {
        ...runs,
        async find(id) {
          const row = await runs.find(id)
          const taken = await queued.take(runId, { ...lease, at: new Date() })
          expect([row?.status, taken?.fence]).toEqual(['queued', 1])
          return row
        },
      },
      runner: { stop: async (id) => void stopped.push(id) },
      now: () => new Date(),
    })
    await cancelRun(runId)
    expect([stopped, (await runs.find(runId))?.status]).toEqual([[runId], 'cancelled'])
  })

  test('lets nobody take up a run that is about to be ended', async () => {
    await server.services.drain()
    const { runs, runId } = await goOnWithOne()
    expect(await runs.seize(runId)).toBe(1)
    const taken = createQueuedRunStore(server.database).take(runId, { ...lease, at: new Date() })
    expect(await taken).toBeUndefined()
  })
})
