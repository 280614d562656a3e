import type { FindRunsQuery, RunSource, RunView } from '@chatwright/contract'

export const VIEWS = [
  'failed',
  'waiting',
  'rated-down',
  'found-nothing',
  'expensive',
  'slow',
] as const satisfies RunView[]

export const PERIODS = ['hour', 'day', 'week', 'month'] as const
export type Period = (typeof PERIODS)[number]

export const STATUSES = ['running', 'waiting', 'done', 'failed', 'interrupted', 'cancelled'] as const
export type ShownStatus = (typeof STATUSES)[number]

export const SOURCES = [
  'canvas',
  'chat',
  'api',
  'openai',
  'mcp',
  'webhook',
  'schedule',
  'channel',
] as const satisfies RunSource[]

/** What the list shows, as its address says. */
export interface RunFilters {
  view: RunView | ''
  words: string
  flow: string
  status: ShownStatus | ''
  source: (typeof SOURCES)[number] | ''
  period: Period | ''
  drafts: 'only' | 'none' | ''
  cause: string
}

export const NO_FILTERS: RunFilters = {
  view: '',
  words: '',
  flow: '',
  status: '',
  source: '',
  period: '',
  drafts: '',
  cause: '',
}

const HOUR_MS = 3_600_000
const LENGTHS: Readonly<Record<Period, number>> = {
  hour: HOUR_MS,
  day: 24 * HOUR_MS,
  week: 7 * 24 * HOUR_MS,
  month: 30 * 24 * HOUR_MS,
}

export function readFilters(search: URLSearchParams): RunFilters {
  const among = <Value extends string>(name: string, values: readonly Value[]): Value | '' =>
    values.find((value) => value === search.get(name)) ?? ''
  return {
    view: among('view', VIEWS),
    words: search.get('words') ?? '',
    flow: search.get('flow') ?? '',
    status: among('status', STATUSES),
    source: among('source', SOURCES),
    period: among('time', PERIODS),
    drafts: among('drafts', ['only', 'none']),
    cause: search.get('cause') ?? '',
  }
}

export function writeFilters({ period, ...filters }: RunFilters): URLSearchParams {
  return new URLSearchParams(Object.entries({ ...filters, time: period }).filter(([, value]) => value !== ''))
}

/** Whether anything but the view is picked. */
export function isFiltered({ view: _, ...filters }: RunFilters): boolean {
  return Object.values(filters).some((value) => value !== '')
}

/** The question to the server. The beginning of a period is cut to the minute, so that the same list is asked for once. */
export function toQuery({ view, words, flow, status, source, period, drafts, cause }: RunFilters, now: number) {
  const since = period === '' ? undefined : Math.floor((now - LENGTHS[period]) / 60_000) * 60_000
  return {
    ...(view !== '' && { view, open: 'true' as const }),
    ...(words.trim() !== '' && { words }),
    ...(flow !== '' && { flowId: flow }),
    ...(status !== '' && { status }),
    ...(source !== '' && { source }),
    ...(drafts !== '' && { drafts }),
    ...(cause !== '' && { cause }),
    ...(since !== undefined && { from: new Date(since) }),
  } satisfies FindRunsQuery
}
