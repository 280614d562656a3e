import {
  AppError,
  type NewTrigger,
  type ScheduleTriggerValues,
  type Trigger,
  type TriggerValues,
  type WebhookTriggerValues,
} from '@chatwright/contract'
import { parseJson } from '@chatwright/core'
import { newId } from '../../ground/db/new-id.ts'
import { isOn } from '../../flows/flows/trigger-row.ts'
import type { FlowLibrary } from '../../flows/flows/flow-library.ts'
import type { ScheduleSettings } from '../schedules/read-schedule.ts'
import type { ScheduleStore } from '../schedules/schedule-store.ts'
import { timesOf } from '../schedules/times.ts'
import type { TriggerRow, TriggerSettings, TriggerStore } from './trigger-store.ts'

export type TriggerService = ReturnType<typeof createTriggerService>

/** More than these begin runs of a flow for no good reason. */
const MOST_TRIGGERS = 50
/** Covers all that a flow is given. */
const NEW_SIGNATURE = 'v2' as const

/** What begins runs of a flow beside its Start step: set, changed, paused together. */
export function createTriggerService({
  store,
  library,
  schedules,
}: {
  store: TriggerStore
  library: Pick<FlowLibrary, 'head'>
  schedules: Pick<ScheduleStore, 'now' | 'readChanged'>
}) {
  const found = async (id: string): Promise<TriggerRow> => {
    const row = await store.find(id)
    if (!row) throw new AppError('trigger-not-found', { id })
    return row
  }
  const read = async (id: string): Promise<Trigger> => toTrigger(await found(id))

  return {
    read,

    async create({ flowId, ...values }: NewTrigger): Promise<Trigger> {
      await library.head(flowId)
      if ((await store.count(flowId)) >= MOST_TRIGGERS) throw new AppError('too-many-triggers', { most: MOST_TRIGGERS })
      const now = await schedules.now()
      const id = newId()
      const set = settingsOf({ ...values, webhook: { signature: NEW_SIGNATURE, ...values.webhook } }, { now })
      await store.create({ id, flowId, set, now })
      return read(id)
    },

    async update(id: string, values: TriggerValues): Promise<Trigger> {
      const before = await found(id)
      if (before.kind !== values.kind) {
        const message = `This trigger is a ${before.kind}. Create another one for a ${values.kind}.`
        throw new AppError('invalid-request', { issues: [{ path: 'kind', message }] }, { message })
      }
      const now = await schedules.now()
      await store.update(id, settingsOf(values, { now, before }), now)
      return read(id)
    },

    async remove(id: string) {
      await found(id)
      return { raw: [], affected: await store.remove(id) }
    },

    /** Pauses all that run, or lets those go on that were paused so. */
    async enableAll({ enabled, flowId }: { enabled: boolean; flowId?: string | undefined }) {
      if (flowId !== undefined) await library.head(flowId)
      const now = await schedules.now()
      await schedules.readChanged(now)
      return { changed: await store.halt({ flowId, isHalted: !enabled, now }) }
    },
  }
}

function settingsOf(values: TriggerValues, { now, before }: { now: Date; before?: TriggerRow }): TriggerSettings {
  const name = values.name.trim()
  if (values.kind === 'webhook') {
    const none = { cron: null, timezone: null, end_date: null, next_due: null }
    const { signature } = before ? (parseJson(before.settings) as WebhookTriggerValues) : {}
    const hands_on_unsigned = signature === values.webhook?.signature ? (before?.hands_on_unsigned ?? 0) : 0
    return { kind: 'webhook', name, ...none, hands_on_unsigned, settings: JSON.stringify(values.webhook ?? {}) }
  }
  if (!values.schedule) {
    throw new AppError('schedule-unusable', undefined, { message: 'Enter a cron expression for the schedule.' })
  }
  const {
    cron,
    timezone = 'UTC',
    endDate = null,
    question = '',
    form,
    missed = 'once',
    overlap = 'skip',
  } = values.schedule
  const rhythm = { cron: cron.trim(), timezone: timezone.trim() || 'UTC', endDate: endDate || null }
  const times = timesOf(rhythm)
  if (times.problem !== null) throw new AppError('schedule-unusable', undefined, { message: times.problem })
  const settings: ScheduleSettings = {
    inputMode: form ? 'form' : question.trim() === '' ? 'none' : 'text',
    defaultInput: question,
    form: form ?? {},
    missed,
    overlap,
  }
  const isSame =
    before?.cron === rhythm.cron && before.timezone === rhythm.timezone && before.end_date === rhythm.endDate
  return {
    kind: 'schedule',
    name,
    hands_on_unsigned: 0,
    cron: rhythm.cron,
    timezone: rhythm.timezone,
    end_date: rhythm.endDate,
    settings: JSON.stringify(settings),
    next_due: isSame ? before.next_due : (times.next(now)?.toISOString() ?? null),
  }
}

function toTrigger(row: TriggerRow): Trigger {
  const isWebhook = row.kind === 'webhook'
  return {
    id: row.id,
    flowId: row.chatflow_id,
    kind: isWebhook ? 'webhook' : 'schedule',
    name: row.name,
    enabled: isOn(row),
    webhook: isWebhook ? (parseJson(row.settings) as WebhookTriggerValues) : null,
    schedule: isWebhook ? null : scheduleOf(row),
    createdDate: row.created_date,
    updatedDate: row.updated_date,
  }
}

function scheduleOf(row: TriggerRow): ScheduleTriggerValues {
  const { inputMode, defaultInput, form, missed, overlap } = parseJson(row.settings) as ScheduleSettings
  return {
    cron: row.cron ?? '',
    timezone: row.timezone ?? 'UTC',
    endDate: row.end_date,
    question: defaultInput,
    ...(inputMode === 'form' && { form }),
    missed,
    overlap,
  }
}
