import type { NodeContext } from '@chatwright/core'
import { createFlowUsage } from '../../parts/flow-usage/flow-usage.ts'
import type { Database } from '../../ground/db/database.ts'
import { createFileStore } from '../../parts/files/file-store.ts'
import { createForgetFiles } from '../../knowledge/knowledge/kept-files.ts'
import { createKnowledgeStore } from '../../knowledge/knowledge/knowledge-store.ts'
import { createLoadKnowledge } from '../../knowledge/knowledge/load-knowledge.ts'
import { createComponentOpener } from '../../knowledge/knowledge/open-components.ts'
import { createPassageStore } from '../../knowledge/knowledge/passage-store.ts'
import { createSearchKnowledge, searchForNodes } from '../../knowledge/knowledge/search-knowledge.ts'
import { createUndoStore } from '../../knowledge/knowledge/undo-store.ts'
import type { Platform } from '../../runs/runs/node-context.ts'
import type { Resources } from './node-resources.ts'

export interface KnowledgeOptions {
  database: Database
  resources: Pick<Resources, 'catalogue' | 'secrets' | 'credentials' | 'blobs'>
  platform: Platform
  flows: NodeContext['flows']
  now: () => Date
}

/** What it takes to load stores of documents and to search them, wherever that happens. */
export function createKnowledgeParts({ database, resources, platform, flows, now }: KnowledgeOptions) {
  const { catalogue, secrets, credentials, blobs } = resources
  const stores = createKnowledgeStore(database)
  const passages = createPassageStore(database)
  const undos = createUndoStore(database)
  const opener = createComponentOpener({
    catalogue,
    platform,
    flows,
    async credentialForOwner(id, kinds) {
      const values = await credentials.forCanvas(id, kinds)
      secrets.remember(values)
      return values
    },
  })
  const usage = createFlowUsage(database)
  const forgetFiles = createForgetFiles({ files: createFileStore(blobs), usage, stores })
  const search = createSearchKnowledge({ stores, passages, opener })
  return {
    stores,
    undos,
    passages,
    opener,
    search,
    forgetFiles,
    forNodes: { search: searchForNodes(search) } satisfies Pick<NodeContext['knowledge'], 'search'>,
    loadKnowledge: createLoadKnowledge({ stores, undos, passages, opener, secrets, forgetFiles, now }),
  }
}
