import type { ScheduleSettings } from './read-schedule.ts'
import type { Times } from './times.ts'

export interface DueTimes {
  /** To be run, oldest first. */
  due: Date[]
  next: Date | null
}

/** A time is on time for so long: whoever looks each second may be held up. */
const ON_TIME_MS = 60_000
/** However many were missed, no more are made up for. */
const MOST_MADE_UP = 100

/** What is to run now of a schedule whose next time has come. */
export function dueTimes(
  times: Pick<Times, 'next' | 'passed'>,
  from: Date,
  { missed }: Pick<ScheduleSettings, 'missed'>,
  now: Date,
): DueTimes {
  const found = times.passed(missed === 'all' ? MOST_MADE_UP : 1, now).filter((time) => time >= from)
  const passed = found.length > 0 ? found : [from]
  const isLate = now.getTime() - (passed.at(-1) ?? from).getTime() >= ON_TIME_MS
  return { due: missed === 'skip' && isLate ? [] : passed, next: times.next(now) }
}
