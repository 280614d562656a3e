import { createFlowUsage } from '../../parts/flow-usage/flow-usage.ts'
import { keepSweeping } from '../../parts/files/waiting-files.ts'
import { keepFresh } from '../../knowledge/knowledge/keep-fresh.ts'
import { createKnowledgeJobs } from '../../knowledge/knowledge/knowledge-jobs.ts'
import { knowledgeRoutes } from '../../knowledge/knowledge/knowledge-routes.ts'
import { createKnowledgeService } from '../../knowledge/knowledge/knowledge-service.ts'
import { createPassageService } from '../../knowledge/knowledge/passage-service.ts'
import { createQueryService } from '../../knowledge/knowledge/query-service.ts'
import { searchTestRoutes } from '../../knowledge/knowledge/search-test-routes.ts'
import { createSearchTestService } from '../../knowledge/knowledge/search-test-service.ts'
import { createSearchTestStore } from '../../knowledge/knowledge/search-test-store.ts'
import { createSourceService } from '../../knowledge/knowledge/source-service.ts'
import { createTakeBack, keepTakingBack } from '../../knowledge/knowledge/take-back.ts'
import { createUpsertItems } from '../../knowledge/knowledge/upsert-items.ts'
import type { Common } from './common.ts'
import type { Group } from './group.ts'

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
