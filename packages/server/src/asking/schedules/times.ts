import { isDay } from '@chatwright/core'
import { Cron } from 'croner'

export interface Rhythm {
  cron: string
  timezone: string
  endDate: string | null
}

export interface Times {
  /** Why there are none. */
  problem: string | null
  /** The first after a moment. */
  next(after: Date): Date | null
  /** The first few after a moment. */
  coming(count: number, after: Date): Date[]
  /** The last few up to a moment, oldest first. */
  passed(count: number, until: Date): Date[]
}

const LONGEST_CRON = 200

/** The times a schedule names. A day on which the clocks change has each of them once: one that is left out comes with the change. */
export function timesOf({ cron, timezone, endDate }: Rhythm): Times {
  if (cron.length > LONGEST_CRON) return none(`The cron expression is longer than ${LONGEST_CRON} characters.`)
  if (!isTimezone(timezone)) return none(`"${timezone}" isn't a time zone. Choose one such as Europe/Berlin.`)
  if (endDate !== null && !isDay(endDate)) return none(`The end date "${endDate}" isn't a date such as 2027-03-31.`)
  try {
    const times = new Cron(cron, {
      timezone,
      paused: true,
      mode: '5-part',
      ...(endDate !== null && { stopAt: `${endDate}T23:59:59` }),
    })
    return {
      problem: null,
      next: (after) => times.nextRun(after),
      coming: (count, after) => times.nextRuns(count, after),
      // Counted in whole seconds, and without the last: a time that comes this very moment has come.
      passed: (count, until) =>
        times
          .previousRuns(count, new Date(until.getTime() + 1000))
          .filter((time) => time <= until)
          .reverse(),
    }
  } catch (error) {
    const why = error instanceof Error ? error.message.replace(/^CronPattern: /, '') : String(error)
    return none(`The cron expression "${cron}" must have five parts: ${why}`)
  }
}

function none(problem: string): Times {
  return { problem, next: () => null, coming: () => [], passed: () => [] }
}

function isTimezone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
