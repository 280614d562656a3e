import { AppError } from '@chatwright/contract'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ON_SCREEN } from '../../../door/askers/asker-of.ts'
import { newId } from '../../../ground/db/new-id.ts'
import { deleteExecutions } from '../../executions/execution-store.ts'
import { createAgentFlow } from '../../../../testing/agent-flow.ts'
import { describeOnBothDatabases, type TestServer } from '../../../../testing/test-server.ts'
import { askTwo } from '../../../../testing/two-waits.ts'
import { createRunStore } from '../run-store.ts'
import { goOnJob } from './go-on-job.ts'
import { createGoOnWith, type GoOnWith } from './go-on-with.ts'
import { lockRuns } from './lock-runs.ts'
import { createWaitStore, type WaitStore } from './wait-store.ts'

let server: TestServer

/** Far ahead, so that nobody else takes it up. */
const lease = { owner: 'nobody', ms: 3_600_000 }

describeOnBothDatabases('Going on with a decision', (start) => {
  beforeEach(async () => {
    server = await start({ lookEveryMs: 50 })
  })
  afterEach(() => server.close())

  test.each(['overloaded', 'queue-full'] as const)(
    'for which there is no room right now (%s) is kept, said so, and gone on with in a moment',
    async (code) => {
      const { one } = await askTwo(server)
      const goOnWith = createGoOnWith({
        waits: createWaitStore(server.database),
        runner: {
          start: async () => {
            throw code === 'overloaded' ? new AppError(code) : new AppError(code, { retryAfterSeconds: 5 })
          },
        },
        allowMore: async () => undefined,
        now: () => new Date(0),
      })
      const refused = goOnWith(one, { type: 'proceed' }, { asker: ON_SCREEN })
      await expect(refused).rejects.toMatchObject({ code: 'decision-kept', status: 202 })
      await expect(refused).rejects.toThrow(/more to do than it can/)
      await vi.waitFor(async () => {
        const wait = await server.database.query
          .selectFrom('run_wait')
          .select('decided_run')
          .where('id', '=', one.id)
          .executeTakeFirst()
        expect(wait?.decided_run).toEqual(expect.any(String))
      })
    },
  )

  test('two processes that found the same decision do not both go on with it', async () => {
    const flowId = await createAgentFlow(server, {
      steps: { humanInputAgentflow_0: { humanInputDescription: 'Send it?' } },
      edges: ['startAgentflow_0 > humanInputAgentflow_0'],
    })
    const asked = await server.send('POST', `/api/v1/prediction/${flowId}`, { question: 'Ann', chatId: 'c1' })
    const waits = createWaitStore(server.database)
    const runs = createRunStore(server.database)
    const id: string = asked.body.action.id
    const execution: string = asked.body.executionId
    expect(await waits.decide(id, { type: 'proceed' }, new Date())).toBe(true)
    // Past the first guard: the decision stands, and each of the two has read it before the other went on.
    const found = await Promise.all([waits.decided(execution), waits.decided(execution)])
    const jobs = found.flatMap((each) => (each ? goOnJob(each.from, each.decisions) : []))
    expect(jobs.map(({ decisions }) => decisions?.map(({ waitId }) => waitId))).toEqual([[id], [id]])
    const begun = await Promise.allSettled(jobs.map((job) => runs.begin(job, { at: new Date(), lease })))
    expect(begun.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(begun.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'decision-kept' } })
    // Of the one that came second nothing is left, neither a run nor a message.
    const { length } = await server.database.query
      .selectFrom('run')
      .select('id')
      .where('execution_id', '=', execution)
      .execute()
    const messages = await server.send('GET', `/api/v1/chatmessage/${flowId}`)
    expect({ runs: length, messages: messages.body.length }).toEqual({ runs: 2, messages: 3 })
    // Nor does one that comes when the first has come to rest, or to its end.
    const [late] = jobs.map((job) => ({ ...job, runId: newId(), questionMessageId: newId(), answerMessageId: newId() }))
    if (!late) throw new Error('Nothing was found')
    const beginAfter = async (status: 'waiting' | 'cancelled') => {
      const change = server.database.query.updateTable('run').set({ status })
      await change.where('execution_id', '=', execution).where('id', '<>', execution).execute()
      return runs.begin(late, { at: new Date(), lease })
    }
    await expect(beginAfter('waiting')).rejects.toMatchObject({ code: 'decision-kept' })
    await expect(beginAfter('cancelled')).rejects.toMatchObject({ code: 'wait-over' })
  })

  test('two processes that go on with a decision each at the same moment do not both begin', async () => {
    const { execution, one, two } = await askTwo(server)
    const waits = createWaitStore(server.database)
    for (const { id } of [one, two]) await waits.decide(id, { type: 'proceed' }, new Date())
    const found = await waits.decided(execution)
    const jobs = found?.decisions.map((decision) => goOnJob(found.from, [decision])) ?? []
    const runs = createRunStore(server.database)
    const begun = await Promise.allSettled(jobs.map((job) => runs.begin(job, { at: new Date(), lease })))
    expect(begun.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(begun.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'decision-kept' } })
  })

  test('two decided at the same moment are gone on with one after the other, and whoever came second hears so', async () => {
    const { flowId, one, two } = await askTwo(server)
    const waits = createWaitStore(server.database)
    const runs = createRunStore(server.database)
    const begun: string[] = []
    const goOnWith = (changed: Partial<WaitStore>): GoOnWith =>
      createGoOnWith({
        waits: { ...waits, ...changed },
        runner: {
          async start(job) {
            begun.push(job.runId)
            await runs.begin(job, { at: new Date(), lease })
            return { job, read: () => () => undefined, outcome: Promise.race([]) }
          },
        },
        allowMore: async () => undefined,
        now: () => new Date(),
      })
    let second: Promise<unknown> | undefined
    const first = goOnWith({
      async decided(execution) {
        const found = await waits.decided(execution)
        // Before the first has begun, the second decides too, and looks for what was decided once it has.
        await new Promise<void>((resolve) => {
          const late = goOnWith({
            async decide(...given) {
              const isAtRest = await waits.decide(...given)
              resolve()
              await first
              return isAtRest
            },
          })
          second = late(two, { type: 'proceed' }, { asker: ON_SCREEN })
          second.catch(() => undefined)
        })
        return found
      },
    })(one, { type: 'proceed' }, { asker: ON_SCREEN })
    await first
    await expect(second).rejects.toMatchObject({ code: 'decision-kept' })
    // From here on the server may do it.
    await runs.release(begun[0] ?? '', { fence: 1, isOrderly: true })
    // Long ago, so that it is gone on with at once.
    await server.database.query
      .updateTable('run_wait')
      .set({ decided_date: new Date(0).toISOString() })
      .where('id', '=', two.id)
      .execute()
    await vi.waitFor(async () => {
      const { body } = await server.send('GET', `/api/v1/chatmessage/${flowId}?chatId=c1`)
      expect(body.at(-1)).toMatchObject({ role: 'apiMessage', content: 'Printed and sent' })
    }, 60_000)
  })

  test('whoever deletes an execution while it goes on leaves it', async () => {
    const { execution } = await askTwo(server)
    const { database } = server
    let deleting: Promise<string[]> | undefined
    await database.transact(async (transaction) => {
      const [newest] = await lockRuns(transaction, { execution, kind: database.kind })
      deleting = deleteExecutions(database, [execution])
      if (database.kind === 'postgres') {
        await vi.waitFor(async () => {
          const { rows } = await sql`select 1 from pg_locks where not granted`.execute(database.query)
          expect(rows.length).toBeGreaterThan(0)
        })
      }
      const row = await transaction
        .selectFrom('run')
        .selectAll()
        .where('id', '=', newest?.id ?? '')
        .executeTakeFirstOrThrow()
      await transaction
        .insertInto('run')
        .values({ ...row, id: 'next', status: 'queued', created_date: new Date().toISOString() })
        .execute()
    })
    expect(await deleting).toEqual([])
    const left = await database.query.selectFrom('run').select('id').where('execution_id', '=', execution).execute()
    expect(left.length).toBeGreaterThan(1)
  })
})
