import type { RecordStore } from '@chatwright/core'

/** Remembers that requests named whom they were forwarded for while no proxy is trusted: all visitors may then count as one. */
export interface RelayNotes {
  note(header: string): void
  /** The header that came of late. */
  latest(): Promise<string | null>
}

export const RELAY_RECORD = { namespace: 'server', key: 'untrusted-proxy' } as const
const KEPT_MS = 7 * 86_400_000
const NOTED_EVERY_MS = 3_600_000

export function createRelayNotes({
  records,
  onFault,
}: {
  records: Pick<RecordStore, 'get' | 'set'>
  onFault: (error: unknown) => void
}): RelayNotes {
  const { namespace, key } = RELAY_RECORD
  let notedAt = -Infinity
  return {
    note(header) {
      if (performance.now() - notedAt < NOTED_EVERY_MS) return
      notedAt = performance.now()
      records.set(namespace, key, header, { ttlMs: KEPT_MS }).catch(onFault)
    },
    latest: async () => (await records.get(namespace, key)) ?? null,
  }
}
