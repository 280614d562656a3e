import { listRetention, previewRetention, RETENTION_KINDS, setRetention, type Retention } from '@chatwright/contract'
import { handle, type Handler } from '../../door/http/handle.ts'
import type { KeptDays } from './kept-days.ts'
import type { RetentionStore } from './retention-store.ts'

const DAY_MS = 86_400_000

export interface RetentionRouteDependencies {
  store: Pick<RetentionStore, 'preview' | 'waitsWithoutEnd'>
  keptDays: Pick<KeptDays, 'read' | 'settingOf' | 'choose'>
  now: () => Date
}

export function retentionRoutes({ store, keptDays, now }: RetentionRouteDependencies): Handler[] {
  const list = async (): Promise<{ items: Retention[] }> => {
    const items: Retention[] = []
    for (const kind of RETENTION_KINDS) {
      const { name: setting, isFixed } = keptDays.settingOf(kind)
      const days = await keptDays.read(kind)
      items.push({
        kind,
        setting,
        isFixed,
        // Without days, nothing is recorded at all.
        days: days === 0 && kind !== 'recordings' ? null : days,
        withoutEnd: kind === 'waits' ? await store.waitsWithoutEnd() : 0,
      })
    }
    return { items }
  }
  return [
    handle(listRetention, list),
    handle(setRetention, async ({ params, body }) => {
      await keptDays.choose(params.kind, body.days)
      return list()
    }),
    handle(previewRetention, ({ query: { kind, days } }) =>
      // Nothing would go where there is no limit.
      days === 0 && kind !== 'recordings'
        ? { items: 0, messages: 0 }
        : store.preview(kind, new Date(now().getTime() - days * DAY_MS)),
    ),
  ]
}
