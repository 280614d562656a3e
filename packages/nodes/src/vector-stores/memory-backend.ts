import { createVectorTable, type VectorRecord, type VectorTable } from '@chatwright/core'
import { matchesFilter } from './matches-filter.ts'
import type { VectorBackend } from './vector-backend.ts'

interface Searchable {
  dimensions: number
  table: VectorTable
  /** In the order of the table's rows. */
  records: VectorRecord[]
}

/** Vectors in this process's memory, searched one by one. Those of another length than the question's are not found. */
export function memoryBackend(initial: readonly VectorRecord[] = []): VectorBackend & { all(): VectorRecord[] } {
  const stored = new Map(initial.map((record) => [record.id, record]))
  let known: Searchable | undefined
  const searchable = (dimensions: number): Searchable => {
    if (known?.dimensions !== dimensions) known = makeSearchable(dimensions, stored.values())
    return known
  }
  return {
    all: () => [...stored.values()],
    put: async (records) => {
      for (const record of records) stored.set(record.id, record)
      known = undefined
    },
    stored: async (ids) => ids.flatMap((id) => stored.get(id) ?? []),
    delete: async (ids) => {
      for (const id of ids) stored.delete(id)
      known = undefined
    },
    search: async (vector, { k, filter, withVectors }) => {
      const { table, records } = searchable(vector.length)
      const isWanted = filter && ((row: number) => matchesFilter(records[row]?.document.metadata ?? {}, filter))
      return table.nearest(vector, k, isWanted).flatMap(({ row, score }) => {
        const record = records[row]
        return record
          ? [{ ...record.document, id: record.id, score, ...(withVectors && { vector: record.vector }) }]
          : []
      })
    },
  }
}

function makeSearchable(dimensions: number, stored: Iterable<VectorRecord>): Searchable {
  const table = createVectorTable(dimensions)
  const records: VectorRecord[] = []
  for (const record of stored) {
    if (record.vector.length !== dimensions) continue
    table.add(record.vector)
    records.push(record)
  }
  return { dimensions, table, records }
}
