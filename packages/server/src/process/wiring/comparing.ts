import { buildComponent, type Catalogue } from '@chatwright/engine'
import { outcomeOf } from '@chatwright/core'
import { AppError } from '@chatwright/contract'
import type { Logger } from 'pino'
import type { ChatflowService } from '../../flows/chatflows/chatflow-service.ts'
import type { CaseToCompare } from '../../improving/comparisons/compare-case.ts'
import { comparisonRoutes } from '../../improving/comparisons/comparison-routes.ts'
import { createComparisonService } from '../../improving/comparisons/comparison-service.ts'
import { createComparisonStore } from '../../improving/comparisons/comparison-store.ts'
import { createJudge } from '../../improving/comparisons/judge-answers.ts'
import { createTellMeaning } from '../../improving/comparisons/tell-meaning.ts'
import type { Database } from '../../ground/db/database.ts'
import { newId } from '../../ground/db/new-id.ts'
import { createDryReplayStore } from '../../improving/dry-replays/dry-replay-store.ts'
import type { RecordedRuns } from '../../improving/replays/recorded-run.ts'
import { createReplayService } from '../../improving/replays/replay-service.ts'
import { createEffects } from '../../runs/runs/node-context.ts'
import type { CountTests } from '../../money/spend/test-spend.ts'
import { createRunCase } from '../../improving/test-sets/run-case.ts'
import type { TestSetService } from '../../improving/test-sets/test-set-service.ts'
import type { Execution } from './run-execution.ts'

export interface ComparingOptions {
  database: Database
  logger: Logger
  catalogue: Catalogue
  execution: Pick<Execution, 'library' | 'platform' | 'flows' | 'prices' | 'limits' | 'now'>
  tests: Pick<TestSetService, 'get' | 'eachCase'>
  recorded: RecordedRuns
  countTests: CountTests
  chatflows: Pick<ChatflowService, 'release'>
}

/** Two versions of a flow, asked the same. */
export function createComparing({
  database,
  logger,
  catalogue,
  execution,
  tests,
  recorded,
  countTests,
  chatflows,
}: ComparingOptions) {
  const { library, platform, flows, prices, limits, now } = execution
  const answers = createDryReplayStore(database)
  // Of its own: whoever looks at a run does not wait for a comparison.
  const replays = createReplayService({ library, catalogue, platform, flows, prices, limits, onAsked: countTests })
  const comparisons = createComparisonService({
    store: createComparisonStore(database),
    library,
    runCase: createRunCase({ replays, recorded, now }),

    async nameOfSet(setId, flowId) {
      const set = await tests.get(setId)
      if (set.flowId !== flowId) throw new AppError('test-set-not-found', { id: setId })
      return set.name
    },

    async casesOfSet(setId) {
      const cases: CaseToCompare[] = []
      for await (const { row, turns } of tests.eachCase(setId)) {
        const isWritten = row.origin === 'hand' || row.origin === 'csv'
        const hasChecks = turns.some(({ checks, expected }) => checks.length > 0 || (isWritten && expected !== null))
        cases.push({ name: row.name, turns, hasChecks })
      }
      return cases
    },

    async casesOfAnswers(flowId, most) {
      const cases: CaseToCompare[] = []
      for (const runId of await answers.answers(flowId, most)) {
        const run = await recorded.find(runId).catch(() => undefined)
        if (!run) continue
        const question = run.job.message
        const expected = outcomeOf(run.events).text
        const turn = { runId, question, expected, checks: [], history: [], recording: recorded.toFile(run) }
        cases.push({ name: question.slice(0, 200), turns: [turn], hasChecks: false })
      }
      return cases
    },

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
    onPassed: (flowId, version) => chatflows.release(flowId, version),
    onFault: (error) => logger.warn({ err: error }, 'a comparison could not be kept'),
    now,
  })
  return { handlers: comparisonRoutes(comparisons), close: () => comparisons.close() }
}
