import type { NodeContext } from '@chatwright/core'
import { createFlowUsage } from '../../flows/chatflows/flow-usage.ts'
import type { Database } from '../../ground/db/database.ts'
import { createFileStore } from '../../parts/files/file-store.ts'
import { keepSweeping } from '../../parts/files/waiting-files.ts'
import { createForgetFiles } from '../../knowledge/knowledge/kept-files.ts'
import { keepFresh } from '../../knowledge/knowledge/keep-fresh.ts'
import { createKnowledgeJobs } from '../../knowledge/knowledge/knowledge-jobs.ts'
import { knowledgeRoutes } from '../../knowledge/knowledge/knowledge-routes.ts'
import { createKnowledgeService } from '../../knowledge/knowledge/knowledge-service.ts'
import { createKnowledgeStore } from '../../knowledge/knowledge/knowledge-store.ts'
import { createLoadKnowledge } from '../../knowledge/knowledge/load-knowledge.ts'
import { createComponentOpener } from '../../knowledge/knowledge/open-components.ts'
import { createPassageService } from '../../knowledge/knowledge/passage-service.ts'
import { createPassageStore } from '../../knowledge/knowledge/passage-store.ts'
import { createQueryService } from '../../knowledge/knowledge/query-service.ts'
import { createSearchKnowledge, searchForNodes } from '../../knowledge/knowledge/search-knowledge.ts'
import { searchTestRoutes } from '../../knowledge/knowledge/search-test-routes.ts'
import { createSearchTestService } from '../../knowledge/knowledge/search-test-service.ts'
import { createSearchTestStore } from '../../knowledge/knowledge/search-test-store.ts'
import { createSourceService } from '../../knowledge/knowledge/source-service.ts'
import { createTakeBack, keepTakingBack } from '../../knowledge/knowledge/take-back.ts'
import { createUndoStore } from '../../knowledge/knowledge/undo-store.ts'
import { createUpsertItems } from '../../knowledge/knowledge/upsert-items.ts'
import type { Platform } from '../../runs/runs/node-context.ts'
import type { Common } from './common.ts'
import type { Group } from './group.ts'
import type { Resources } from './node-resources.ts'

export interface KnowledgeOptions {
  database: Database
  resources: Pick<Resources, 'catalogue' | 'secrets' | 'credentials' | 'blobs'>
  platform: Platform
  flows: NodeContext['flows']
  now: () => Date
}

export type KnowledgeParts = ReturnType<typeof createKnowledgeParts>

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

export interface Knowledge extends Group {
  /** Takes back what loads left that came to nothing: done from time to time, and whenever it is called. */
  takeBackLoads(): Promise<void>
}

/** The routes of stores, and what keeps them fresh, in the web process. */
export function createKnowledge(common: Common): Knowledge {
  const { database, resources, runner, logger, execution } = common
  const { now } = execution
  const { stores, undos, passages, opener, search, forgetFiles } = execution.knowledge
  const { catalogue, waitingFiles, filesUntilSaved } = resources
  const jobs = createKnowledgeJobs({ stores, runner, jobs: common.jobs })
  const knowledge = createKnowledgeService({
    stores,
    passages,
    opener,
    jobs,
    usage: createFlowUsage(database),
    forgetFiles,
    catalogue,
    now,
  })
  const sources = createSourceService({
    stores,
    passages,
    opener,
    catalogue,
    knowledge,
    files: filesUntilSaved,
    forgetFiles,
    now,
  })
  const stopRefreshing = keepFresh({
    stores,
    jobs,
    now,
    onFault: (error) => logger.warn({ err: error }, 'a store of documents could not be refreshed'),
    everyMs: common.lookEveryMs,
  })
  const stopSweeping = keepSweeping(waitingFiles, {
    now,
    onFault: (error) => logger.warn({ err: error }, 'files that nobody saved could not be deleted'),
  })
  const takeBack = createTakeBack({ stores, undos, jobs, knowledge, forgetFiles, now })
  const takeBackLoads = () =>
    takeBack.ofAll((error) => logger.warn({ err: error }, 'what a failed load was begun with could not be taken back'))
  const stopTakingBack = keepTakingBack(takeBackLoads, (error) =>
    logger.warn({ err: error }, 'what failed loads were begun with could not be read'),
  )
  const queries = createQueryService({ knowledge, passages, search, opener })
  const tests = createSearchTestStore(database)
  const routes = knowledgeRoutes({
    knowledge,
    sources,
    passages: createPassageService({ passages, opener, knowledge, sources }),
    queries,
    items: createUpsertItems({ knowledge, sources, forgetFiles }),
    jobs,
    takeBack,
    forgetFiles,
    catalogue,
  })
  const testRoutes = searchTestRoutes(createSearchTestService({ knowledge, passages, queries, tests, now }))
  return {
    handlers: [...routes, ...testRoutes],
    takeBackLoads,
    close() {
      stopRefreshing()
      stopSweeping()
      stopTakingBack()
    },
  }
}
