import { inTurns } from './in-turns.ts'
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
export async function comparePassages(
  stored: readonly PassagePlace[],
  read: readonly ReadPassage[],
  { isWhole }: { isWhole: boolean },
): Promise<Comparison> {
  const before = new Map<string, PassagePlace>()
  const documentsBefore = new Set<string>()
  await inTurns(stored, (place) => {
    before.set(place.id, place)
    documentsBefore.add(place.document)
  })
  const now = new Map<string, ReadPassage>()
  const documentsRead = new Set<string>()
  await inTurns(read, (passage) => {
    now.set(passage.id, passage)
    documentsRead.add(passage.document)
  })

  const coming: ReadPassage[] = []
  const moved: PassagePlace[] = []
  const gone: string[] = []
  const touched = new Set<string>()
  await inTurns(now.values(), (passage) => {
    const { id, document, seq } = passage
    const place = before.get(id)
    if (!place) {
      coming.push(passage)
      touched.add(document)
    } else if (place.seq !== seq || place.document !== document) moved.push({ id, document, seq })
  })
  await inTurns(stored, ({ id, document }) => {
    if (now.has(id) || !(isWhole || documentsRead.has(document))) return
    gone.push(id)
    touched.add(document)
  })

  const added = [...documentsRead].filter((document) => !documentsBefore.has(document))
  const left = [...documentsBefore].filter((document) => !documentsRead.has(document))
  return {
    coming,
    gone,
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
