import { listRetention, previewRetention, type Retention } from '@chatwright/contract'
import { handle, type Handler } from '../../door/http/handle.ts'
import type { Config } from '../../ground/config/config.ts'
import type { RetentionStore } from './retention-store.ts'

const DAY_MS = 86_400_000

export interface RetentionRouteDependencies {
  store: Pick<RetentionStore, 'preview' | 'waitsWithoutEnd'>
  config: Pick<Config, 'messageDays' | 'leadDays' | 'waitDays' | 'executions' | 'traceDays' | 'recordings'>
  now: () => Date
}

export const retentionRoutes = ({ store, config, now }: RetentionRouteDependencies): Handler[] => [
  handle(listRetention, async () => ({ items: await listOf({ store, config }) })),
  handle(previewRetention, ({ query }) => store.preview(new Date(now().getTime() - query.days * DAY_MS))),
]

async function listOf({ store, config }: Omit<RetentionRouteDependencies, 'now'>): Promise<Retention[]> {
  const of = (kind: Retention['kind'], setting: string, days: number | null, withoutEnd = 0): Retention => ({
    kind,
    setting,
    days,
    withoutEnd,
  })
  return [
    of('messages', 'MESSAGE_DAYS', config.messageDays || null),
    of('leads', 'LEAD_DAYS', config.leadDays || null),
    of('waits', 'WAIT_DAYS', config.waitDays || null, await store.waitsWithoutEnd()),
    of('executions', 'EXECUTION_DAYS', config.executions.days),
    of('traces', 'TRACE_DAYS', config.traceDays),
    // Without days, nothing is recorded at all.
    of('recordings', 'RECORDING_DAYS', config.recordings.days),
  ]
}
