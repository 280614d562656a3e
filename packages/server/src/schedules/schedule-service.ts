import { AppError, type ScheduleLog, type ScheduleRecord, type ScheduleStatus } from '@chatwright/contract'
import type { FlowLibrary } from '../flows/flow-library.ts'
import type { ScheduleSettings } from './read-schedule.ts'
import type { FireWithRun, ScheduleRow, ScheduleStore } from './schedule-store.ts'
import { timesOf } from './times.ts'

export type ScheduleService = ReturnType<typeof createScheduleService>

const SHOWN_TIMES = 5

export function createScheduleService({
  store,
  library,
}: {
  store: ScheduleStore
  library: Pick<FlowLibrary, 'head'>
}) {
  /** As it stands now: what was just saved counts. */
  const current = async (flowId: string): Promise<{ row: ScheduleRow | undefined; now: Date }> => {
    await library.head(flowId)
    const now = await store.now()
    await store.readChanged(now)
    return { row: await store.find(flowId), now }
  }

  const status = async (flowId: string): Promise<ScheduleStatus> => {
    const { row, now } = await current(flowId)
    const record = row && toRecord(row)
    if (!record) {
      return { record: null, canEnable: false, reason: 'The Start step of this flow has no schedule.', nextRuns: [] }
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

    async list() {
      await store.readChanged(await store.now())
      return (await store.all()).flatMap((row) => {
        const record = toRecord(row)
        return record ? [{ ...record, flowName: row.name, reason: row.problem }] : []
      })
    },

    async enable(flowId: string, isEnabled: boolean): Promise<ScheduleStatus> {
      const { row, now } = await current(flowId)
      if (isEnabled && (!row || row.cron === null || row.problem !== null)) {
        throw new AppError('schedule-unusable', undefined, {
          message: row?.problem ?? 'The Start step of this flow has no schedule.',
        })
      }
      await store.setEnabled(flowId, isEnabled, now)
      return status(flowId)
    },

    async logs(
      flowId: string,
      query: { page?: number | undefined; limit?: number | undefined; status?: ScheduleLog['status'] | undefined },
    ) {
      await library.head(flowId)
      const { page = 1, limit = 20, status: state } = query
      const { rows, total } = await store.fires(flowId, { page, limit, state })
      return { data: rows.map(toLog), total }
    },

    async deleteLogs(flowId: string, ids: readonly string[]) {
      await library.head(flowId)
      return { raw: [], affected: await store.deleteFires(flowId, ids) }
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
    id: row.chatflow_id,
    triggerType: 'AGENTFLOW',
    targetId: row.chatflow_id,
    nodeId: row.node_id,
    cronExpression: row.cron,
    timezone: row.timezone,
    enabled: row.is_enabled === 1,
    scheduleInputMode: inputMode,
    defaultInput: inputMode === 'text' ? defaultInput : null,
    defaultForm: inputMode === 'form' ? JSON.stringify(form) : null,
    missed,
    overlap,
    lastRunAt: row.last_due,
    nextRunAt: row.is_enabled === 1 ? row.next_due : null,
    endDate: row.end_date,
    createdDate: row.created_date,
    updatedDate: row.updated_date,
  }
}

function toLog(row: FireWithRun): ScheduleLog {
  const fault = row.fault ? (JSON.parse(row.fault) as { message?: string }) : undefined
  return {
    id: row.id,
    scheduleRecordId: row.chatflow_id,
    triggerType: 'AGENTFLOW',
    targetId: row.chatflow_id,
    executionId: row.run_id,
    status: row.shown,
    error: row.error ?? fault?.message ?? null,
    elapsedTimeMs: row.duration_ms ?? null,
    scheduledAt: row.due_at,
    createdDate: row.created_date,
  }
}
