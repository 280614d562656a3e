import type { VectorRecord } from '@chatwright/core'
import { cosineSimilarity } from './cosine-similarity.ts'
import { matchesFilter } from './matches-filter.ts'
import type { VectorBackend } from './vector-backend.ts'

/** Vectors in this process's memory, searched one by one. */
export function memoryBackend(initial: readonly VectorRecord[] = []): VectorBackend & { all(): VectorRecord[] } {
  const records = new Map(initial.map((record) => [record.id, record]))
  return {
    all: () => [...records.values()],
    put: async (added) => {
      for (const record of added) records.set(record.id, record)
    },
    delete: async (ids) => {
      for (const id of ids) records.delete(id)
    },
    search: async (vector, { k, filter, withVectors }) =>
      [...records.values()]
        .filter(({ document }) => matchesFilter(document.metadata, filter))
        .map((record) => ({ record, score: cosineSimilarity(vector, record.vector) }))
        .sort((a, b) => b.score - a.score)
        .slice(0, k)
        .map(({ record, score }) => ({
          ...record.document,
          id: record.id,
          score,
          ...(withVectors && { vector: record.vector }),
        })),
  }
}
