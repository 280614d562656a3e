import type { RunEvent } from '@chatwright/core'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { KnowledgeJob, KnowledgeRemoval } from '../../runs/runs/kinds/knowledge.ts'
import { filledIndexes } from './index-choice.ts'
import type { ForgetFiles } from './kept-files.ts'
import type { KnowledgeStore, StoreRow } from './knowledge-store.ts'
import type { ComponentOpener } from './open-components.ts'
import { removeFromIndex } from './passage-index.ts'
import type { IndexedId, PassageStore } from './passage-store.ts'

interface Removing {
  job: KnowledgeJob
  removes: KnowledgeRemoval
  stores: KnowledgeStore
  passages: PassageStore
  opener: ComponentOpener
  forgetFiles: ForgetFiles
  signal: AbortSignal
  tell: (event: RunEvent) => void
  checkpoint: () => Promise<void>
}

const DELETE_MS = 120_000

/** Deletes a store, or one of its sources, some passages at a time. Begun again after a kill, it goes on with those that are left. */
export async function removeKnowledge(removing: Removing): Promise<void> {
  const { job, removes, stores, passages, forgetFiles, signal, tell, checkpoint } = removing
  const { sourceId, files, total } = removes
  const store = await stores.findRemoved(job.flowId)
  if (store) {
    let done = 0
    for await (const rows of passages.idsIn({ storeId: store.id, sourceId }, ['coming', 'going', 'live'])) {
      signal.throwIfAborted()
      tell({ type: 'progress', stage: 'deleting', done, total: Math.max(total, done + rows.length) })
      const ids = rows.map(({ id }) => id)
      await passages.doubtIndexed(ids)
      await deleteVectors(removing, store, rows)
      await passages.deleteHeld(ids)
      done += rows.length
      await checkpoint()
      await nextTurn()
    }
    await (sourceId === undefined ? stores.deleteHeld(store.id, job.runId) : stores.deleteSourceHeld(sourceId))
  }
  await forgetFiles(files)
}

async function deleteVectors(
  { opener, removes }: Removing,
  store: StoreRow,
  rows: readonly IndexedId[],
): Promise<void> {
  const ids = rows.flatMap(({ id, indexed }) => (indexed === 0 ? [] : [id]))
  for (const index of ids.length === 0 ? [] : filledIndexes(store)) {
    try {
      const open = await opener.index(store, index, AbortSignal.timeout(DELETE_MS))
      await removeFromIndex(open, ids, index.generation)
    } catch (error) {
      if (!index.isAbandoned && !removes.isForced) throw error
    }
  }
}
