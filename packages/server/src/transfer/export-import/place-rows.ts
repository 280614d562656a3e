import type { Brought, ForExisting } from '@chatwright/contract'
import { randomUUID } from 'node:crypto'
import type { Row } from '../database/backup-file.ts'
import type { ReadRow } from './read-export.ts'

/** A row of a file with its place here. */
export interface Placed {
  brought: Brought
  /** None for what is refused or left as it is here. */
  row: Row | undefined
  /** The id other rows of the file know it by. */
  formerId: string | undefined
}

interface PlaceOptions {
  existing: ForExisting
  /** The id of what is here already in the place of this row. */
  here(read: { id: string | undefined; row: Row }): string | undefined
  /** Why what is here cannot have a copy beside it. */
  noCopy?: string
}

/** Decides what becomes of each row: ids are kept wherever they are free. */
export function placeRows(read: readonly ReadRow[], { existing, here, noCopy }: PlaceOptions): Placed[] {
  const taken = new Set<string>()
  return read.map((item): Placed => {
    const { name, id: formerId } = item
    if ('reason' in item) {
      return {
        brought: { id: formerId ?? '', name, outcome: 'refused', reason: item.reason },
        row: undefined,
        formerId,
      }
    }
    const place = (id: string, outcome: Brought['outcome'], reason?: string): Placed => {
      taken.add(id)
      const brought = { id, name, outcome, ...(reason !== undefined && { reason }) }
      return { brought, row: outcome === 'skip' ? undefined : { ...item.row, id }, formerId }
    }
    const found = here(item)
    if (found !== undefined && !taken.has(found)) {
      if (existing === 'skip') return place(found, 'skip', 'It already exists and stays unchanged.')
      if (existing === 'replace') return place(found, 'replace')
      if (noCopy !== undefined) return place(found, 'skip', noCopy)
      return place(randomUUID(), 'copy', 'Its ID is in use, so the copy has a new one.')
    }
    if (formerId === undefined) return place(randomUUID(), 'new', 'The file contains no usable ID for it.')
    if (found !== undefined || taken.has(formerId)) {
      return place(randomUUID(), 'copy', 'The file contains its ID twice, so this one has a new ID.')
    }
    return place(formerId, 'new')
  })
}

/** What is added, and what takes the place of what is here. */
export function splitPlaced(placed: readonly Placed[]): { added: Row[]; replaced: Row[] } {
  const rowsOf = (isReplacing: boolean): Row[] =>
    placed.flatMap(({ brought, row }) => (row && (brought.outcome === 'replace') === isReplacing ? [row] : []))
  return { added: rowsOf(false), replaced: rowsOf(true) }
}
