import type { ExecutionQuery, ExecutionState } from '@chatwright/contract'

export const PERIODS = ['hour', 'day', 'week', 'month'] as const
export type Period = (typeof PERIODS)[number]

/** Those that occur; the last is what somebody has to decide. */
export const STATES = ['INPROGRESS', 'FINISHED', 'ERROR', 'TERMINATED', 'STOPPED'] as const satisfies ExecutionState[]
export type ShownState = (typeof STATES)[number]

/** What the list shows, as its address says. */
export interface ExecutionFilters {
  flow: string
  state: ShownState | ''
  period: Period | ''
  session: string
  page: number
}

const HOUR_MS = 3_600_000
const LENGTHS: Readonly<Record<Period, number>> = {
  hour: HOUR_MS,
  day: 24 * HOUR_MS,
  week: 7 * 24 * HOUR_MS,
  month: 30 * 24 * HOUR_MS,
}

export const PAGE_SIZE = 20

export function readFilters(search: URLSearchParams): ExecutionFilters {
  const page = Number(search.get('page') ?? 1)
  return {
    flow: search.get('flow') ?? '',
    state: STATES.find((state) => state === search.get('state')) ?? '',
    period: PERIODS.find((period) => period === search.get('time')) ?? '',
    session: search.get('session') ?? '',
    page: Number.isInteger(page) && page > 0 ? page : 1,
  }
}

export function writeFilters({ flow, state, period, session, page }: ExecutionFilters): URLSearchParams {
  const given = { flow, state, time: period, session, page: page > 1 ? String(page) : '' }
  return new URLSearchParams(Object.entries(given).filter(([, value]) => value !== ''))
}

export function isFiltered({ flow, state, period, session }: ExecutionFilters): boolean {
  return [flow, state, period, session].some((part) => part !== '')
}

/** The question to the server. The beginning of a period is cut to the minute, so that the same list is asked for once. */
export function toQuery({ flow, state, period, session, page }: ExecutionFilters, now: number): ExecutionQuery {
  const since = period === '' ? undefined : Math.floor((now - LENGTHS[period]) / 60_000) * 60_000
  return {
    page,
    limit: PAGE_SIZE,
    ...(flow !== '' && { agentflowId: flow }),
    ...(state !== '' && { state }),
    ...(session.trim() !== '' && { sessionId: session.trim() }),
    ...(since !== undefined && { startDate: new Date(since) }),
  }
}
