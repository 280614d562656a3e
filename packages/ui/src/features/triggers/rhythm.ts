/** How often a schedule can be picked to run; whatever else a cron expression says is written. */
export const EVERY = ['hour', 'day', 'workdays', 'week', 'month', 'cron'] as const
export type Every = (typeof EVERY)[number]

export interface Rhythm {
  every: Exclude<Every, 'cron'>
  minute: number
  hour: number
  /** Sunday is 0. */
  weekday: number
  day: number
}

const FIRST: Rhythm = { every: 'day', minute: 0, hour: 9, weekday: 1, day: 1 }
const WORKDAYS = '1-5'

/** What was picked, if the expression is one that can be. */
export function readRhythm(cron: string): Rhythm | undefined {
  const parts = cron.trim().split(' ')
  const [minutes = '', hours = '', days = '', months = '', weekdays = ''] = parts
  const minute = whole(minutes, 0, 59)
  const hour = whole(hours, 0, 23)
  if (parts.length !== 5 || minute === undefined || months !== '*') return undefined
  const rest = `${days} ${weekdays}`
  if (hours === '*') return rest === '* *' ? { ...FIRST, every: 'hour', minute } : undefined
  if (hour === undefined) return undefined
  const at = { ...FIRST, minute, hour }
  if (rest === '* *') return at
  if (rest === `* ${WORKDAYS}`) return { ...at, every: 'workdays' }
  const weekday = whole(weekdays, 0, 6)
  if (days === '*') return weekday === undefined ? undefined : { ...at, every: 'week', weekday }
  const day = whole(days, 1, 31)
  return day === undefined || weekdays !== '*' ? undefined : { ...at, every: 'month', day }
}

export function cronOf({ every, minute, hour, weekday, day }: Rhythm): string {
  if (every === 'hour') return `${minute} * * * *`
  const at = `${minute} ${hour}`
  if (every === 'month') return `${at} ${day} * *`
  const on = { day: '*', workdays: WORKDAYS, week: String(weekday) }[every]
  return `${at} * * ${on}`
}

/** Another rhythm at the same time, as far as it names one. */
export function withEvery(cron: string, every: Rhythm['every']): string {
  return cronOf({ ...FIRST, ...readRhythm(cron), every })
}

/** As a field for times shows it. */
export function clockOf({ hour, minute }: Rhythm): string {
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
}

export function withClock(rhythm: Rhythm, clock: string): Rhythm {
  const [hours = '', minutes = ''] = clock.split(':')
  return { ...rhythm, hour: whole(hours, 0, 23) ?? rhythm.hour, minute: whole(minutes, 0, 59) ?? rhythm.minute }
}

function whole(text: string, least: number, most: number): number | undefined {
  const number = Number(text)
  const isWhole = text !== '' && text.length <= 2 && Number.isInteger(number)
  return isWhole && number >= least && number <= most ? number : undefined
}
