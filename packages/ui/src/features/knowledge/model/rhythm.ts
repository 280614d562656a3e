import type { KnowledgeStore, StoreRefresh } from '@chatwright/contract'

export const RHYTHMS = ['never', 'hourly', 'daily', 'weekly', 'own'] as const
export type Rhythm = (typeof RHYTHMS)[number]

const CRONS: Partial<Record<Rhythm, string>> = { hourly: '0 * * * *', daily: '0 3 * * *', weekly: '0 3 * * 1' }

export function rhythmOf(cron: string | undefined): Rhythm {
  if (cron === undefined) return 'never'
  return RHYTHMS.find((each) => CRONS[each] === cron) ?? 'own'
}

/** A rhythm as it is stored. What somebody wrote keeps its time zone; what is chosen anew is in that of the reader. */
export function refreshOf(
  rhythm: Rhythm,
  written: string,
  { refresh }: Pick<KnowledgeStore, 'refresh'>,
): StoreRefresh | null {
  if (rhythm === 'never') return null
  const cron = CRONS[rhythm] ?? written.trim()
  const timezone =
    refresh?.cron === cron ? refresh.timezone : new Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'
  return { cron, timezone }
}
