import { parseJson, type Flow } from '@chatwright/core'
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

type Inputs = Readonly<Record<string, unknown>>

/** Reads the schedule off the Start step; nothing where the flow does not begin with one. */
export function readSchedule({ nodes }: Pick<Flow, 'nodes'>): Schedule | undefined {
  const start = nodes.find(({ data }) => data.name === 'startAgentflow')
  if (start?.data.inputs['startInputType'] !== 'scheduleInput') return undefined
  const inputs: Inputs = start.data.inputs
  const cron = text(inputs, 'scheduleType') === 'cronExpression' ? written(inputs) : picked(inputs)
  const inputMode = oneOf(inputs, 'scheduleInputMode', ['text', 'form', 'none'])
  const form = readForm(inputs['scheduleFormDefaults'])
  const schedule = {
    nodeId: start.id,
    cron: cron.text,
    timezone: text(inputs, 'scheduleTimezone') || 'UTC',
    endDate: text(inputs, 'scheduleEndDate').slice(0, 'yyyy-mm-dd'.length) || null,
    settings: {
      inputMode,
      defaultInput: text(inputs, 'scheduleDefaultInput'),
      form: form ?? {},
      missed: oneOf(inputs, 'scheduleMissed', ['once', 'skip', 'all']),
      overlap: oneOf(inputs, 'scheduleOverlap', ['skip', 'allow']),
    },
  }
  const problem =
    cron.problem ??
    timesOf(schedule).problem ??
    (inputMode === 'form' && !form ? 'Form Defaults of the Start step is not a JSON object.' : null) ??
    (inputMode === 'text' && schedule.settings.defaultInput.trim() === ''
      ? 'The Start step has no Default Input to run with: write one, or choose the input mode None.'
      : null)
  return { ...schedule, problem }
}

interface ReadCron {
  text: string
  problem?: string
}

function written(inputs: Inputs): ReadCron {
  const cron = text(inputs, 'scheduleCronExpression').trim()
  return cron === '' ? { text: '', problem: 'The Start step has no Cron Expression.' } : { text: cron }
}

const CLOCK = /^([01]?\d|2[0-3]):([0-5]\d)$/

/** What was picked on the canvas, as a cron expression. */
function picked(inputs: Inputs): ReadCron {
  const frequency = text(inputs, 'scheduleFrequency')
  if (frequency === 'hourly') {
    const minute = text(inputs, 'scheduleOnMinute') || '0'
    return { text: `${minute} * * * *` }
  }
  const [, hour, minute] = CLOCK.exec(text(inputs, 'scheduleOnTime')) ?? []
  if (hour === undefined || minute === undefined) {
    return frequency === ''
      ? { text: '', problem: 'The Start step has no Frequency.' }
      : { text: '', problem: 'On Time of the Start step is not a time like 09:30.' }
  }
  const at = `${Number(minute)} ${Number(hour)}`
  if (frequency === 'daily') return { text: `${at} * * *` }
  if (frequency === 'weekly')
    return onDays(inputs, 'scheduleOnDayOfWeek', 'On Day Of Week', (days) => `${at} * * ${days}`)
  return onDays(inputs, 'scheduleOnDayOfMonth', 'On Day Of Month', (days) => `${at} ${days} * *`)
}

function onDays(inputs: Inputs, name: string, label: string, cron: (days: string) => string): ReadCron {
  const days = text(inputs, name).replaceAll(' ', '')
  return days === '' ? { text: '', problem: `The Start step has no ${label}.` } : { text: cron(days) }
}

function text(inputs: Inputs, name: string): string {
  const value = inputs[name]
  if (Array.isArray(value)) return value.map(String).join(',')
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

function oneOf<const Choice extends string>(
  inputs: Inputs,
  name: string,
  choices: readonly [Choice, ...Choice[]],
): Choice {
  return choices.find((choice) => choice === inputs[name]) ?? choices[0]
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
