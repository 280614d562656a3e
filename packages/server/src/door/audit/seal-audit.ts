import { every } from '../../ground/every.ts'
import { idBefore } from '../../ground/db/new-id.ts'
import type { AuditEntryRow, AuditSealRow, AuditStore } from './audit-store.ts'

/** Marks made under the encryption key. */
interface Macs {
  of(text: string): string
  fits(text: string, mac: string): boolean
}

const EVERY_MS = 60_000
const DAY_MS = 86_400_000
/** Whatever writes an entry has committed by then, or never will. */
const SETTLED_MS = 60_000
const MOST_ENTRIES = 1000

interface SealOptions {
  store: AuditStore
  macs: Macs
  /** For how many days entries are stored. */
  days: number
  now: () => Date
  onFault: (error: unknown) => void
}

/** Chains what was written each minute to all that was sealed before, and deletes what is too old. Returns how to stop. */
export function keepSealing({ onFault, ...options }: SealOptions): () => void {
  return every(EVERY_MS, () => sealOnce(options), { onFault })
}

export async function sealOnce({ store, macs, days, now }: Omit<SealOptions, 'onFault'>): Promise<void> {
  const before = idBefore(new Date(now().getTime() - SETTLED_MS))
  for (;;) {
    const rows = await store.unsealed({ before, limit: MOST_ENTRIES })
    const last = rows.at(-1)
    if (!last) break
    const previous = await store.lastSeal()
    const seal = {
      number: (previous?.number ?? 0) + 1,
      created_date: now().toISOString(),
      last_date: last.created_date,
      entries: rows.length,
    }
    const previousMac = previous?.mac ?? ''
    const mac = macs.of(textOf({ ...seal, previous_mac: previousMac }, rows))
    // Another process was faster: it has taken these.
    if (
      !(await store.seal(
        { ...seal, previous_mac: previousMac, mac },
        rows.map(({ id }) => id),
      ))
    )
      break
  }
  await store.deleteBefore(new Date(now().getTime() - days * DAY_MS).toISOString())
}

interface Verification {
  /** Since when everything is as it was written; undefined without a seal. */
  from: string | undefined
  entries: number
  seals: number
  unsealed: number
  /** The newest seal: kept elsewhere, it shows that nothing was cut off the end. */
  last: string | undefined
  /** What was changed, added or removed, in words. */
  faults: string[]
}

/** Compares every entry that is stored with its seal, and each seal with the one before. */
export async function verifyAudit({ store, macs }: Pick<SealOptions, 'store' | 'macs'>): Promise<Verification> {
  const faults: string[] = []
  let entries = 0
  let previous: AuditSealRow | undefined
  const seals = await store.seals()
  for (const seal of seals) {
    const rows = await store.entriesOf(seal.number)
    entries += rows.length
    if (previous && seal.number !== previous.number + 1) {
      faults.push(`Segments ${previous.number + 1} to ${seal.number - 1} are missing.`)
    } else if (previous && seal.previous_mac !== previous.mac) {
      faults.push(`Segment ${seal.number} isn't chained to the one before.`)
    }
    if (rows.length !== seal.entries) {
      faults.push(`Segment ${seal.number} has ${rows.length} entries. It was sealed with ${seal.entries}.`)
    } else if (!macs.fits(textOf(seal, rows), seal.mac)) {
      faults.push(`Segment ${seal.number}, up to ${seal.last_date}, was changed.`)
    }
    previous = seal
  }
  const unsealed = await store.countUnsealed()
  const last = previous && `${previous.number} ${previous.mac}`
  return { from: seals[0]?.created_date, entries, seals: seals.length, unsealed, last, faults }
}

/** All that a seal vouches for, written in one way only. */
function textOf(
  { number, created_date: date, last_date: last, entries, previous_mac: previous }: Omit<AuditSealRow, 'mac'>,
  rows: readonly AuditEntryRow[],
): string {
  const lines = rows.map(({ seal: _, ...row }) =>
    JSON.stringify(Object.entries(row).toSorted(([left], [right]) => (left < right ? -1 : 1))),
  )
  return [JSON.stringify([number, date, last, entries, previous]), ...lines].join('\n')
}
