import { NodeError } from '@chatwright/core'
import type { StoreRow } from './knowledge-store.ts'
import { isSameEmbedding, searchedIndex, type IndexNumber } from './index-choice.ts'
import type { ComponentOpener } from './open-components.ts'
import { vectorsIn, type KnownVectors } from './passage-index.ts'
import type { PassageRow } from './passage-store.ts'

interface Moving {
  store: StoreRow
  opener: Pick<ComponentOpener, 'index'>
  signal: AbortSignal
}

/**
 * Vectors that the index searched so far holds: what the same model embedded is copied into another place, not embedded
 * again. The place it is moved away from may be gone for good: then its passages are embedded, and it is said why.
 */
export function createVectorsAtHand(
  { store, opener, signal }: Moving,
  target: IndexNumber,
  onLost: (error: unknown) => void,
): (rows: readonly PassageRow[]) => Promise<KnownVectors> {
  const searched = searchedIndex(store)
  let isThere = searched !== undefined && isSameEmbedding(searched.built, target.built)
  return async (rows) => {
    const held = rows.filter(({ indexed }) => indexed !== 0)
    if (!searched || !isThere || held.length === 0) return NONE
    try {
      const open = await opener.index(store, searched, signal)
      if (!open.value.stored) throw keepsThemToItself(searched.built.vectorStore.name)
      return await vectorsIn(open, held, { from: searched.generation, to: target.generation })
    } catch (error) {
      signal.throwIfAborted()
      isThere = false
      onLost(error)
      return NONE
    }
  }
}

function keepsThemToItself(name: string): NodeError {
  return new NodeError(`${name} doesn't return its stored vectors.`, {
    code: 'unsupported',
    hint: "They are embedded again. You don't need to do anything.",
  })
}

const NONE: KnownVectors = new Map()
