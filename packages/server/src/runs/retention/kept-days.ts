import { AppError, RETENTION_KINDS, type RetentionKind } from '@chatwright/contract'
import type { RecordStore } from '@chatwright/core'
import type { Config } from '../../ground/config/config.ts'
import { every } from '../../ground/every.ts'

/** For how many days each kind of data is stored: 0 for no limit; of recordings, that nothing is recorded. */
export interface KeptDays {
  /** At most a few seconds old where another process changed it. */
  of(kind: RetentionKind): number
  /** As it is now. What deletes asks this. */
  read(kind: RetentionKind): Promise<number>
  /** The setting for a kind, and whether the environment has it: then nothing is chosen here. */
  settingOf(kind: RetentionKind): { name: string; isFixed: boolean }
  choose(kind: RetentionKind, days: number): Promise<void>
  close(): void
}

type Settings = Pick<
  Config,
  'messageDays' | 'leadDays' | 'waitDays' | 'executions' | 'traceDays' | 'recordings' | 'givenDays'
>

const SETTINGS: Record<RetentionKind, { name: string; days: (config: Settings) => number; least: 0 | 1 }> = {
  messages: { name: 'MESSAGE_DAYS', days: ({ messageDays }) => messageDays, least: 0 },
  leads: { name: 'LEAD_DAYS', days: ({ leadDays }) => leadDays, least: 0 },
  waits: { name: 'WAIT_DAYS', days: ({ waitDays }) => waitDays, least: 0 },
  executions: { name: 'EXECUTION_DAYS', days: ({ executions }) => executions.days, least: 1 },
  traces: { name: 'TRACE_DAYS', days: ({ traceDays }) => traceDays, least: 1 },
  recordings: { name: 'RECORDING_DAYS', days: ({ recordings }) => recordings.days, least: 0 },
}
const NAMESPACE = 'retention-days'
const READ_EVERY_MS = 5000

export interface KeptDaysDependencies {
  records: Pick<RecordStore, 'set' | 'list'>
  config: Settings
  onFault: (error: unknown) => void
  everyMs?: number | undefined
}

/** Resolves once what an owner chose earlier is known. */
export async function createKeptDays({
  records,
  config,
  onFault,
  everyMs = READ_EVERY_MS,
}: KeptDaysDependencies): Promise<KeptDays> {
  let chosen = new Map<string, number>()
  const isFixed = (kind: RetentionKind): boolean => config.givenDays.includes(SETTINGS[kind].name)
  const of = (kind: RetentionKind): number => {
    const { days, least } = SETTINGS[kind]
    const own = isFixed(kind) ? undefined : chosen.get(kind)
    return own !== undefined && Number.isInteger(own) && own >= least ? own : days(config)
  }
  const readAll = async (): Promise<void> => {
    chosen = new Map((await records.list(NAMESPACE)).map(({ key, value }) => [key, Number(value)]))
  }
  // With every setting in the environment, nothing is ever chosen.
  const isOpen = RETENTION_KINDS.some((kind) => !isFixed(kind))
  if (isOpen) await readAll()
  const close = isOpen ? every(everyMs, readAll, { onFault }) : () => undefined
  return {
    of,

    async read(kind) {
      if (!isFixed(kind)) await readAll()
      return of(kind)
    },

    settingOf: (kind) => ({ name: SETTINGS[kind].name, isFixed: isFixed(kind) }),

    async choose(kind, days) {
      const { name, least } = SETTINGS[kind]
      if (isFixed(kind)) throw new AppError('retention-fixed', { setting: name })
      if (days < least) throw new AppError('retention-needs-days', { setting: name })
      await records.set(NAMESPACE, kind, String(days))
      await readAll()
    },

    close,
  }
}
