import type { NodeContext } from '@chatwright/core'
import type { Database } from '../../ground/db/database.ts'
import { createKnowledgeStore } from './knowledge-store.ts'
import { factsOf } from './passage-index.ts'
import { createPassageStore } from './passage-store.ts'

/** What nodes may know of stores without searching them. */
export function createKnowledgeLists(database: Database): Omit<NodeContext['knowledge'], 'search'> {
  const stores = createKnowledgeStore(database)
  const passages = createPassageStore(database)
  return {
    list: () => stores.names(),

    async *passages(storeId) {
      for await (const rows of passages.visibleIn(storeId)) {
        yield rows.map((row) => ({
          id: row.id,
          pageContent: row.content,
          metadata: { ...factsOf(row), docId: row.source_id },
        }))
      }
    },
  }
}
