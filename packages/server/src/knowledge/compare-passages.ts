import type { PassagePlace, PassageRow } from './passage-store.ts'

/** A passage as a source gives it now. */
export type ReadPassage = Pick<PassageRow, 'id' | 'document' | 'seq' | 'content' | 'metadata'>

export interface Comparison {
  /** Passages that are new. */
  coming: ReadPassage[]
  gone: string[]
  /** Passages that stand elsewhere in their document now. */
  moved: PassagePlace[]
  unchanged: number
  /** Documents by what became of them. */
  documents: { added: string[]; changed: string[]; gone: string[]; unchanged: number }
}

/**
 * What a source gives now against what is stored of it. What could not be read is not gone: after a failure only documents
 * that were read lose passages.
 */
export function comparePassages(
  stored: readonly PassagePlace[],
  read: readonly ReadPassage[],
  { isWhole }: { isWhole: boolean },
): Comparison {
  const before = new Map(stored.map((place) => [place.id, place]))
  const now = new Map(read.map((passage) => [passage.id, passage]))
  const documentsRead = new Set(read.map(({ document }) => document))
  const documentsBefore = new Set(stored.map(({ document }) => document))

  const coming = [...now.values()].filter(({ id }) => !before.has(id))
  const missing = stored.filter(({ id }) => !now.has(id))
  const gone = missing.filter(({ document }) => isWhole || documentsRead.has(document))
  const moved = [...now.values()].flatMap(({ id, document, seq }) => {
    const place = before.get(id)
    return place && (place.seq !== seq || place.document !== document) ? [{ id, document, seq }] : []
  })

  const touched = new Set([...coming, ...gone].map(({ document }) => document))
  const added = [...documentsRead].filter((document) => !documentsBefore.has(document))
  const left = [...documentsBefore].filter((document) => !documentsRead.has(document))
  return {
    coming,
    gone: gone.map(({ id }) => id),
    moved,
    unchanged: now.size - coming.length,
    documents: {
      added,
      changed: [...documentsRead].filter((document) => documentsBefore.has(document) && touched.has(document)),
      gone: isWhole ? left : [],
      unchanged: [...documentsRead].filter((document) => documentsBefore.has(document) && !touched.has(document))
        .length,
    },
  }
}
