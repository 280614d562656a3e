import { parseJson, type Flow } from '@chatwright/core'
import { oneOf, startStep, textOf, type StartInputs } from '../../flows/flows/start-step.ts'
import { timesOf } from './times.ts'

/** When a flow runs by itself, and with what. */
export interface Schedule {
  nodeId: string
  cron: string
  timezone: string
  /** The last day, in its time zone: `2027-03-31`. */
  endDate: string | null
  settings: ScheduleSettings
  /** Why it cannot run. */
  problem: string | null
}

export interface ScheduleSettings {
  inputMode: 'text' | 'form' | 'none'
  defaultInput: string
  form: Record<string, unknown>
  /** What becomes of times that passed while nothing ran. */
  missed: 'skip' | 'once' | 'all'
  /** What becomes of a time while the run before it is still going on. */
  overlap: 'skip' | 'allow'
}

/** Reads the schedule off the Start step; nothing where the flow does not begin with one. */
export function readSchedule(flow: Pick<Flow, 'nodes'>): Schedule | undefined {
  const start = startStep(flow)
  if (start?.data.inputs['startInputType'] !== 'scheduleInput') return undefined
  const inputs: StartInputs = start.data.inputs
  const cron = textOf(inputs, 'scheduleType') === 'cronExpression' ? written(inputs) : picked(inputs)
  const inputMode = oneOf(inputs, 'scheduleInputMode', ['text', 'form', 'none'])
  const form = readForm(inputs['scheduleFormDefaults'])
  const schedule = {
    nodeId: start.id,
    cron: cron.text,
    timezone: textOf(inputs, 'scheduleTimezone') || 'UTC',
    endDate: textOf(inputs, 'scheduleEndDate').slice(0, 'yyyy-mm-dd'.length) || null,
    settings: {
      inputMode,
      defaultInput: textOf(inputs, 'scheduleDefaultInput'),
      form: form ?? {},
      missed: oneOf(inputs, 'scheduleMissed', ['once', 'skip', 'all']),
      overlap: oneOf(inputs, 'scheduleOverlap', ['skip', 'allow']),
    },
  }
  const problem =
    cron.problem ??
    timesOf(schedule).problem ??
    (inputMode === 'form' && !form ? "Form Defaults in the Start step isn't a JSON object." : null) ??
    (inputMode === 'text' && schedule.settings.defaultInput.trim() === ''
      ? 'The Start step has no Default Input. Enter one, or choose the input mode None.'
      : null)
  return { ...schedule, problem }
}

interface ReadCron {
  text: string
  problem?: string
}

function written(inputs: StartInputs): ReadCron {
  const cron = textOf(inputs, 'scheduleCronExpression').trim()
  return cron === '' ? { text: '', problem: 'The Start step has no Cron Expression.' } : { text: cron }
}

const CLOCK = /^([01]?\d|2[0-3]):([0-5]\d)$/

/** What was picked on the canvas, as a cron expression. */
function picked(inputs: StartInputs): ReadCron {
  const frequency = textOf(inputs, 'scheduleFrequency')
  if (frequency === 'hourly') {
    const minute = textOf(inputs, 'scheduleOnMinute') || '0'
    return { text: `${minute} * * * *` }
  }
  const [, hour, minute] = CLOCK.exec(textOf(inputs, 'scheduleOnTime')) ?? []
  if (hour === undefined || minute === undefined) {
    return frequency === ''
      ? { text: '', problem: 'The Start step has no Frequency.' }
      : { text: '', problem: "On Time in the Start step isn't a time such as 09:30." }
  }
  const at = `${Number(minute)} ${Number(hour)}`
  if (frequency === 'daily') return { text: `${at} * * *` }
  if (frequency === 'weekly')
    return onDays(inputs, 'scheduleOnDayOfWeek', 'On Day Of Week', (days) => `${at} * * ${days}`)
  return onDays(inputs, 'scheduleOnDayOfMonth', 'On Day Of Month', (days) => `${at} ${days} * *`)
}

function onDays(inputs: StartInputs, name: string, label: string, cron: (days: string) => string): ReadCron {
  const days = textOf(inputs, name).replaceAll(' ', '')
  return days === '' ? { text: '', problem: `The Start step has no ${label}.` } : { text: cron(days) }
}

function readForm(value: unknown): Record<string, unknown> | undefined {
  if (value === undefined || value === '' || value === null) return {}
  try {
    const form: unknown = typeof value === 'string' ? parseJson(value) : value
    return typeof form === 'object' && form !== null && !Array.isArray(form) ? { ...form } : undefined
  } catch {
    return undefined
  }
}
