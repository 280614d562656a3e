import { NodeError, type Document } from '@chatwright/core'
import { documentId } from '@chatwright/nodes'
import type { OpenIndex } from './open-components.ts'
import type { PassageRow } from './passage-store.ts'

/** In which fact of a vector the id of its passage stands. */
export const PASSAGE_KEY = 'passageId'

const DELETED_AT_ONCE = 500

/** By the id a passage has in an index. */
export type KnownVectors = ReadonlyMap<string, readonly number[]>

/** Puts passages into one generation of a store's index, and embeds those whose vectors are not known. */
export async function addToIndex(
  { value, run }: OpenIndex,
  rows: readonly PassageRow[],
  { generation, vectors }: { generation: number; vectors?: KnownVectors | undefined },
): Promise<void> {
  const documents = rows.map((row) => ({
    id: vectorId(row.id, generation),
    pageContent: row.content,
    metadata: { ...factsOf(row), docId: row.source_id, [PASSAGE_KEY]: row.id },
  }))
  await value.add(documents, run, vectors)
}

/** What one generation of an index holds of passages, under the ids they have in another. */
export async function vectorsIn(
  { value, run }: OpenIndex,
  rows: readonly PassageRow[],
  { from, to }: { from: number; to: number },
): Promise<KnownVectors> {
  const stored =
    (await value.stored?.(
      rows.map(({ id }) => vectorId(id, from)),
      run,
    )) ?? []
  const byId = new Map(stored.map((record) => [record.id, record]))
  return new Map(
    rows.flatMap(({ id, content }) => {
      const record = byId.get(vectorId(id, from))
      // A passage that was edited since has other words.
      return record?.document.pageContent === content ? [[vectorId(id, to), record.vector]] : []
    }),
  )
}

export async function removeFromIndex(
  { value, run }: OpenIndex,
  ids: readonly string[],
  generation: number,
): Promise<void> {
  for (let start = 0; start < ids.length; start += DELETED_AT_ONCE) {
    const some = ids.slice(start, start + DELETED_AT_ONCE)
    try {
      await value.delete(
        some.map((id) => vectorId(id, generation)),
        run,
      )
    } catch (error) {
      // Where a first load failed before it wrote anything, the place of its vectors was never made.
      if (!(error instanceof NodeError && error.code === 'not-found')) throw error
    }
  }
}

export function factsOf({ metadata }: Pick<PassageRow, 'metadata'>): Document['metadata'] {
  return JSON.parse(metadata) as Document['metadata']
}

/** Two generations may lie in one place outside, where neither may overwrite the other. */
function vectorId(passageId: string, generation: number): string {
  return documentId(`index-${generation}`, { pageContent: passageId, metadata: {} })
}
