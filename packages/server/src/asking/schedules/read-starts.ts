import { parseFlowData } from '@chatwright/core'
import type { Database } from '../../ground/db/database.ts'
import {
  flowsBesideGraphs,
  liveGraphOfFlow,
  liveVersionOfFlow,
  withWholeGraphs,
} from '../../parts/graphs/shared-graphs.ts'
import { startStep } from '../../flows/flows/start-step.ts'
import { newTriggerRow } from '../../flows/flows/trigger-row.ts'
import { readSchedule, type Schedule } from './read-schedule.ts'
import { timesOf } from './times.ts'

const AT_ONCE = 50

/** Reads off the Start steps of flows that were saved since what begins their runs. */
export type ReadStarts = (now: Date) => Promise<void>

export function createReadStarts(database: Database): ReadStarts {
  const { query: db, kind } = database
  const changedFlows = () =>
    flowsBesideGraphs(db)
      .leftJoin('flow_trigger', 'flow_trigger.id', 'chat_flow.id')
      .select([
        'chat_flow.id',
        'chat_flow.updated_date',
        liveVersionOfFlow.as('version'),
        liveGraphOfFlow.as('flow_data'),
      ])
      .where('chat_flow.type', '=', 'AGENTFLOW')
      .where((e) =>
        e.or([
          e('flow_trigger.id', 'is', null),
          e('flow_trigger.flow_version', '<>', liveVersionOfFlow),
          e('flow_trigger.flow_date', '<>', e.ref('chat_flow.updated_date')),
        ]),
      )
      .limit(AT_ONCE)
      .execute()

  return async (now) => {
    for (const flow of await withWholeGraphs(db, await changedFlows())) {
      const { schedule: read, kind: begins } = readStart(flow.flow_data)
      const said = {
        kind: begins,
        flow_version: flow.version,
        flow_date: flow.updated_date,
        node_id: read?.nodeId ?? null,
        cron: read?.cron ?? null,
        timezone: read?.timezone ?? null,
        end_date: read?.endDate ?? null,
        settings: JSON.stringify(read?.settings ?? {}),
        problem: read?.problem ?? null,
        updated_date: now.toISOString(),
      }
      await database.transact(async (transaction) => {
        const before = await transaction
          .selectFrom('flow_trigger')
          .selectAll()
          .where('id', '=', flow.id)
          .$if(kind === 'postgres', (q) => q.forUpdate())
          .executeTakeFirst()
        const isSame =
          before?.cron === said.cron && before?.timezone === said.timezone && before?.end_date === said.end_date
        const next = read && read.problem === null ? timesOf(read).next(now) : null
        // One that could not run has no next time to keep.
        const isKept = isSame && before?.problem === null && read?.problem === null
        const next_due = (isKept ? before.next_due : null) ?? next?.toISOString() ?? null
        const blank = newTriggerRow({ id: flow.id, flowId: flow.id, at: said.updated_date })
        await transaction
          .insertInto('flow_trigger')
          .values({ ...blank, ...said, is_enabled: 0, next_due })
          .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...said, next_due }))
          .execute()
      })
    }
  }
}

const KINDS: Readonly<Record<string, 'webhook' | 'schedule'>> = { webhookTrigger: 'webhook', scheduleInput: 'schedule' }

/** A drawing that cannot be read begins with nothing; it must not keep those of others from being read. */
function readStart(flowData: string): { schedule: Schedule | undefined; kind: 'webhook' | 'schedule' | null } {
  try {
    const flow = parseFlowData(flowData)
    const inputType = startStep(flow)?.data.inputs['startInputType']
    return { schedule: readSchedule(flow), kind: (typeof inputType === 'string' && KINDS[inputType]) || null }
  } catch {
    return { schedule: undefined, kind: null }
  }
}
