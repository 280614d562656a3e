import { buildComponent, type Catalogue } from '@chatwright/engine'
import { outcomeOf } from '@chatwright/core'
import { AppError } from '@chatwright/contract'
import { createChatflowStore } from '../../flows/chatflows/chatflow-store.ts'
import { createRelease } from '../../flows/chatflows/release.ts'
import type { CaseToCompare } from '../../improving/comparisons/compare-case.ts'
import {
  createCompareCase,
  createCompareVersions,
  type CompareDependencies,
} from '../../improving/comparisons/compare-versions.ts'
import { comparisonRoutes } from '../../improving/comparisons/comparison-routes.ts'
import { createComparisonService } from '../../improving/comparisons/comparison-service.ts'
import { createComparisonStore } from '../../improving/comparisons/comparison-store.ts'
import { createJudge } from '../../improving/comparisons/judge-answers.ts'
import { createTellMeaning } from '../../improving/comparisons/tell-meaning.ts'
import type { Database } from '../../ground/db/database.ts'
import { newId } from '../../ground/db/new-id.ts'
import { createDryReplayStore } from '../../improving/dry-replays/dry-replay-store.ts'
import { evaluationRoutes } from '../../improving/evaluations/evaluation-routes.ts'
import { createEffects } from '../../runs/runs/node-context.ts'
import type { Runner } from '../../runs/runs/runner.ts'
import { toTurn } from '../../improving/test-sets/case-turn.ts'
import type { TestSetService } from '../../improving/test-sets/test-set-service.ts'
import type { Handler } from '../../door/http/handle.ts'
import type { ImprovingParts, Parts } from './improving-parts.ts'

export interface ComparingOptions extends Pick<Parts, 'library' | 'platform' | 'flows' | 'prices' | 'limits'> {
  database: Database
  catalogue: Catalogue
  improving: ImprovingParts
}

/** How two versions of a flow are asked the same, wherever that happens. */
export function createComparing(options: ComparingOptions) {
  const { database, catalogue, improving, library, platform, flows, prices, limits } = options
  const { recorded, tests, countTests } = improving
  const { logger } = platform.context

  const caseOfSet = async (caseId: string): Promise<CaseToCompare | undefined> => {
    const row = await tests.case(caseId)
    if (!row) return undefined
    const turns = (await tests.turns(caseId)).map(toTurn)
    const isWritten = row.origin === 'hand' || row.origin === 'csv'
    const hasChecks = turns.some(({ checks, expected }) => checks.length > 0 || (isWritten && expected !== null))
    return { name: row.name, turns, hasChecks }
  }

  const caseOfAnswer = async (runId: string): Promise<CaseToCompare | undefined> => {
    const run = await recorded.find(runId).catch(() => undefined)
    if (!run) return undefined
    const question = run.job.message
    const expected = outcomeOf(run.events).text
    const turn = { runId, question, expected, checks: [], history: [], recording: recorded.toFile(run) }
    return { name: question.slice(0, 200), turns: [turn], hasChecks: false }
  }

  const dependencies: CompareDependencies = {
    store: createComparisonStore(database),
    library,
    runCase: improving.runCase,
    caseOf: (named) => ('caseId' in named ? caseOfSet(named.caseId) : caseOfAnswer(named.runId)),

    meaningFor: (flow, signal) =>
      createTellMeaning({
        async embed(texts) {
          const runId = newId()
          const session = { flowId: flow.id, chatId: runId, sessionId: runId, origin: 'internal' as const }
          const request = { runId, session, question: '', signal }
          const effects = createEffects(platform, { flow, flows })
          const component = { name: 'builtInEmbeddings' }
          const built = await buildComponent(component, { catalogue, want: 'embeddings', request, effects })
          return built.value.embedDocuments(texts, built.run)
        },
        onFault: (error) => logger.warn({ err: error }, 'answers could not be told apart by meaning'),
      }),

    judgeBy: (chosen, flow) =>
      createJudge(chosen, {
        catalogue,
        platform,
        flows,
        limits,
        flow,
        async onAsked(call) {
          await countTests(flow.id, [{ nodeId: 'judge', label: 'Judge', ...call }])
          return prices.cost(call.model, call.usage) ?? 0
        },
      }),
    onPassed: createRelease(createChatflowStore(database)),
  }
  return { compareVersions: createCompareVersions(dependencies), compareCase: createCompareCase(dependencies) }
}

export interface ComparisonHandlerOptions {
  database: Database
  execution: Pick<Parts, 'library'>
  runner: Pick<Runner, 'enqueue' | 'cancel'>
  tests: Pick<TestSetService, 'list' | 'get' | 'cases' | 'caseIds'>
}

export function createComparisonHandlers({ database, execution, runner, tests }: ComparisonHandlerOptions): Handler[] {
  const answers = createDryReplayStore(database)
  const comparisons = createComparisonService({
    store: createComparisonStore(database),
    library: execution.library,
    runner,
    async nameOfSet(setId, flowId) {
      const set = await tests.get(setId)
      if (set.flowId !== flowId) throw new AppError('test-set-not-found', { id: setId })
      return set.name
    },
    casesOfSet: async (setId) => (await tests.caseIds(setId)).map((caseId) => ({ caseId })),
    casesOfAnswers: async (flowId, most) => (await answers.answers(flowId, most)).map((runId) => ({ runId })),
  })
  return [...comparisonRoutes(comparisons), ...evaluationRoutes({ tests, comparisons })]
}
