import { AppError, type ScheduleLog, type ScheduleRecord, type ScheduleStatus } from '@chatwright/contract'
import { isOn } from '../../flows/flows/trigger-row.ts'
import type { DeliveryLog, DeliveryWithRun } from '../../runs/deliveries/delivery-log.ts'
import type { FlowLibrary } from '../../flows/flows/flow-library.ts'
import type { ScheduleSettings } from './read-schedule.ts'
import type { ScheduleRow, ScheduleStore } from './schedule-store.ts'
import { timesOf } from './times.ts'

export type ScheduleService = ReturnType<typeof createScheduleService>

const SHOWN_TIMES = 5

export function createScheduleService({
  store,
  log,
  library,
}: {
  store: ScheduleStore
  log: DeliveryLog
  library: Pick<FlowLibrary, 'head'>
}) {
  /** As it stands now: what was just saved counts. */
  const current = async (id: string): Promise<{ row: ScheduleRow | undefined; now: Date }> => {
    await known(id)
    const now = await store.now()
    await store.readChanged(now)
    return { row: await store.find(id), now }
  }

  /** By the id of the trigger; by that of the flow, for what its Start step says. Throws where there is neither. */
  const known = async (id: string): Promise<void> => {
    await library.head((await store.find(id))?.chatflow_id ?? id)
  }

  const status = async (id: string): Promise<ScheduleStatus> => {
    const { row, now } = await current(id)
    const record = row && toRecord(row)
    if (!record) {
      return { record: null, canEnable: false, reason: "This flow's Start step has no schedule.", nextRuns: [] }
    }
    const isRunning = row.problem === null && record.enabled
    return {
      record,
      canEnable: row.problem === null,
      ...(row.problem !== null && { reason: row.problem }),
      nextRuns: isRunning
        ? timesOf(rhythm(record))
            .coming(SHOWN_TIMES, now)
            .map((time) => time.toISOString())
        : [],
    }
  }

  return {
    status,

    async list(flowId?: string) {
      await store.readChanged(await store.now())
      return (await store.all(flowId)).flatMap((row) => {
        const record = toRecord(row)
        return record ? [{ ...record, flowName: row.flow_name, reason: row.problem }] : []
      })
    },

    async enable(id: string, isEnabled: boolean): Promise<ScheduleStatus> {
      const { row, now } = await current(id)
      if (isEnabled && (!row || row.cron === null || row.problem !== null)) {
        throw new AppError('schedule-unusable', undefined, {
          message: row?.problem ?? "This flow's Start step has no schedule.",
        })
      }
      await store.setEnabled(id, isEnabled, now)
      return status(id)
    },

    async logs(
      id: string,
      query: { page?: number | undefined; limit?: number | undefined; status?: ScheduleLog['status'] | undefined },
    ) {
      await known(id)
      const { page = 1, limit = 20, status: shown } = query
      const { rows, total } = await log.page({ kind: 'schedule', id }, { page, limit, shown })
      return { data: rows.map(toLog), total }
    },

    async deleteLogs(id: string, logIds: readonly string[]) {
      await known(id)
      return { raw: [], affected: await store.deleteTimes(id, logIds) }
    },
  }
}

function rhythm({ cronExpression, timezone, endDate }: ScheduleRecord) {
  return { cron: cronExpression, timezone, endDate }
}

function toRecord(row: ScheduleRow): ScheduleRecord | undefined {
  if (row.cron === null || row.timezone === null) return undefined
  const { inputMode, defaultInput, form, missed, overlap } = JSON.parse(row.settings) as ScheduleSettings
  return {
    id: row.id,
    name: row.name,
    triggerType: typeOf(row.id, row.chatflow_id),
    targetId: row.chatflow_id,
    nodeId: row.node_id,
    cronExpression: row.cron,
    timezone: row.timezone,
    enabled: isOn(row),
    scheduleInputMode: inputMode,
    defaultInput: inputMode === 'text' ? defaultInput : null,
    defaultForm: inputMode === 'form' ? JSON.stringify(form) : null,
    missed,
    overlap,
    lastRunAt: row.last_due,
    nextRunAt: isOn(row) ? row.next_due : null,
    endDate: row.end_date,
    createdDate: row.created_date,
    updatedDate: row.updated_date,
  }
}

/** In the words of the older product, where only a Start step names times. */
function typeOf(id: string, flowId: string): ScheduleRecord['triggerType'] {
  return id === flowId ? 'AGENTFLOW' : 'TRIGGER'
}

function toLog(row: DeliveryWithRun): ScheduleLog {
  const fault = row.fault ? (JSON.parse(row.fault) as { message?: string }) : undefined
  return {
    id: row.id,
    scheduleRecordId: row.subject_id,
    triggerType: typeOf(row.subject_id, row.chatflow_id),
    targetId: row.chatflow_id,
    executionId: row.run_id,
    status: row.shown as ScheduleLog['status'],
    error: row.error ?? fault?.message ?? null,
    elapsedTimeMs: row.duration_ms ?? null,
    scheduledAt: row.delivery_key ?? row.created_date,
    createdDate: row.created_date,
  }
}
