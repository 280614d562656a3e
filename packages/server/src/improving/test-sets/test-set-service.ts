import {
  AppError,
  type CaseResult,
  type CaseValues,
  type TestCase,
  type TestCheck,
  type TestSet,
  type TestSetFile,
} from '@chatwright/contract'
import { newId } from '../../ground/db/new-id.ts'
import type { FlowLibrary } from '../../flows/flows/flow-library.ts'
import { valueOf } from '../../runs/runs/kinds/answer-value.ts'
import type { TestJob } from '../../runs/runs/kinds/test.ts'
import type { Runner } from '../../runs/runs/runner.ts'
import { readCases, writeCases } from './case-csv.ts'
import { toTurn, toTurnRow, type TurnOfCase } from './case-turn.ts'
import type { createKeepRun } from './keep-run.ts'
import { createTestReader, toSet } from './read-tests.ts'
import { refuseUnreadSchemas } from './refuse-schemas.ts'
import type { TestCaseRow, TestSetRow, TestSetStore, TurnHeadRow } from './test-set-store.ts'

export interface TestSetDependencies {
  store: TestSetStore
  library: Pick<FlowLibrary, 'head'>
  runner: Pick<Runner, 'start'>
  keepRun: ReturnType<typeof createKeepRun>
  now: () => Date
}

export type TestSetService = ReturnType<typeof createTestSetService>

const PAGE = 50
/** As many as are run in one go. */
const MOST_CASES = 200
/** What a set is called that was made to keep an answer in. */
const FIRST_NAME = 'Kept answers'
const LONGEST_NAME = 200

interface At {
  limit?: number | undefined
  cursor?: string | undefined
}

export function createTestSetService({ store, library, runner, keepRun, now }: TestSetDependencies) {
  const reader = createTestReader(store)

  const find = async (id: string): Promise<TestSetRow> => {
    const row = await store.set(id)
    if (!row) throw new AppError('test-set-not-found', { id })
    return row
  }

  const findCase = async (setId: string, caseId: string): Promise<TestCaseRow> => {
    const row = await store.case(caseId)
    if (row?.set_id !== setId) throw new AppError('test-case-not-found', { id: caseId })
    return row
  }

  const readCase = async (row: TestCaseRow): Promise<TestCase> => toCase(row, await store.turnHeads([row.id]))

  const create = async ({ flowId, name }: { flowId: string; name: string }): Promise<TestSet> => {
    const { id: chatflow_id } = await library.head(flowId)
    const id = newId()
    if (!(await store.insertSet({ id, chatflow_id, name, created_date: now().toISOString() }))) {
      throw new AppError('test-set-exists', { name })
    }
    return toSet(await find(id))
  }

  /** The set to keep something of a flow in, where none is named. */
  const newestOf = async (flowId: string): Promise<TestSetRow> => {
    const [newest] = (await store.sets(flowId, { limit: 1 })).items
    return newest ?? find((await create({ flowId, name: FIRST_NAME })).id)
  }

  const add = async (
    { id, cases: there }: TestSetRow,
    cases: readonly { name: string | undefined; origin: TestCaseRow['origin']; turns: readonly TurnOfCase[] }[],
  ): Promise<TestCaseRow[]> => {
    for (const { turns } of cases) for (const { checks } of turns) refuseUnreadSchemas(checks)
    if (there + cases.length > MOST_CASES) throw new AppError('test-set-full', { most: MOST_CASES })
    const at = now().getTime()
    const rows = cases.map(({ name, origin, turns }, index) => {
      const caseId = newId()
      const row: TestCaseRow = {
        id: caseId,
        set_id: id,
        name: name || nameOf(turns),
        origin,
        verdict: null,
        result: null,
        // Those of one file stay in their order.
        created_date: new Date(at + index).toISOString(),
      }
      return { row, turns: turns.map((turn, seq) => toTurnRow(turn, { caseId, seq })) }
    })
    await store.insertCases(rows)
    return rows.map(({ row }) => row)
  }

  return {
    list: reader.list,

    create,

    get: async (id: string) => toSet(await find(id)),

    async rename(id: string, name: string) {
      if (!(await store.rename(await find(id), name))) throw new AppError('test-set-exists', { name })
      return toSet(await find(id))
    },

    delete: async (id: string) => ({ isDeleted: await store.deleteSet(id) }),

    async cases(setId: string, { limit = PAGE, cursor }: At) {
      const { id } = await find(setId)
      const page = await store.cases(id, { limit, cursor })
      const turns = await store.turnHeads(page.items.map((row) => row.id))
      return { ...page, items: page.items.map((row) => toCase(row, turns)) }
    },

    /** The ids of all cases of a set, in their order. */
    async caseIds(setId: string): Promise<string[]> {
      const ids: string[] = []
      for (let cursor: string | undefined; ;) {
        const page = await store.cases(setId, { limit: PAGE, cursor })
        for (const { id } of page.items) ids.push(id)
        if (page.nextCursor === null) return ids
        cursor = page.nextCursor
      }
    },

    async createCase(setId: string, { name, turns }: CaseValues) {
      const [row] = await add(await find(setId), [{ name, origin: 'hand', turns: turns.map(writtenTurn) }])
      if (!row) throw new Error('A case was added')
      return readCase(row)
    },

    async updateCase({ setId, caseId }: { setId: string; caseId: string }, { name, turns }: CaseValues) {
      const row = await findCase(setId, caseId)
      const before = (await store.turns(caseId)).map(toTurn)
      const after = turns.map((values, index): TurnOfCase => {
        const turn = writtenTurn(values)
        const kept = before[index]
        // What was recorded belongs to the question that was asked.
        return kept?.question === turn.question ? { ...kept, expected: turn.expected, checks: turn.checks } : turn
      })
      for (const { checks } of after) refuseUnreadSchemas(checks)
      await store.replaceTurns(
        caseId,
        name ?? row.name,
        after.map((turn, seq) => toTurnRow(turn, { caseId, seq })),
      )
      return readCase(await findCase(setId, caseId))
    },

    deleteCase: async (place: { setId: string; caseId: string }) => ({ isDeleted: await store.deleteCase(place) }),

    async keep({
      runId,
      setId,
      name,
      isWhole = false,
      checks,
    }: {
      runId: string
      setId?: string | undefined
      name?: string | undefined
      isWhole?: boolean | undefined
      checks?: TestCheck[] | undefined
    }) {
      const kept = await keepRun(runId, { isWhole, checks })
      const set = setId === undefined ? await newestOf(kept.flowId) : await find(setId)
      // A test of one flow says nothing about another.
      if (set.chatflow_id !== kept.flowId) throw new AppError('test-set-not-found', { id: set.id })
      const origin = kept.turns.length > 1 ? 'conversation' : 'run'
      const [row] = await add(set, [{ name, origin, turns: kept.turns }])
      if (!row) throw new Error('A case was added')
      return readCase(row)
    },

    async run({ setId, caseId }: { setId: string; caseId: string }, isAsking: boolean) {
      await findCase(setId, caseId)
      const { chatflow_id: flowId } = await find(setId)
      const { name: flowName, version: flowVersion } = await library.head(flowId)
      const runId = newId()
      const session = { flowId, chatId: caseId, sessionId: runId, origin: 'internal' as const }
      const ran = { runId, flowId, flowName, flowVersion, session }
      const { outcome } = await runner.start<TestJob>({ kind: 'test', ...ran, caseId, isAsking })
      valueOf(await outcome)
      return readCase(await findCase(setId, caseId))
    },

    async writeCsv(setId: string) {
      const { name } = await find(setId)
      const lines: Parameters<typeof writeCases>[0][number][] = []
      for await (const { row, turns } of reader.eachCase(setId)) {
        for (const [index, { question, expected, checks }] of turns.entries())
          lines.push({ name: row.name, turn: index + 1, input: question, output: expected ?? '', checks })
      }
      return { name, csv: writeCases(lines) }
    },

    async readCsv(setId: string, { csv, firstRowHeaders }: { csv: string; firstRowHeaders?: boolean | undefined }) {
      const set = await find(setId)
      const cases = await readCases(csv, firstRowHeaders)
      const rows = await add(
        set,
        cases.map(({ name, turns }) => ({ name, origin: 'csv', turns: turns.map(writtenTurn) })),
      )
      return { added: rows.length }
    },

    /** The file of a set, piece by piece. */
    async writeFile(setId: string): Promise<{ name: string; pieces: AsyncIterable<string> }> {
      const { name, flow_name: flowName } = await find(setId)
      async function* pieces(): AsyncGenerator<string> {
        yield `{"testSet":1,"name":${JSON.stringify(name)},"flowName":${JSON.stringify(flowName)},"cases":[`
        let isFirst = true
        for await (const { row, turns } of reader.eachCase(setId)) {
          const each: TestSetFile['cases'][number] = {
            name: row.name,
            turns: turns.map(({ runId: _, ...turn }) => turn),
          }
          yield `${isFirst ? '' : ',\n'}${JSON.stringify(each)}`
          isFirst = false
        }
        yield ']}\n'
      }
      return { name, pieces: pieces() }
    },
  }
}

function writtenTurn({ question, expected, checks = [] }: CaseValues['turns'][number]): TurnOfCase {
  return { runId: null, question, expected: expected ?? null, checks, history: [], recording: null }
}

/** A case is called by what it asks. */
function nameOf(turns: readonly TurnOfCase[]): string {
  const words = (turns.at(-1)?.question ?? '').trim()
  return words.length > LONGEST_NAME ? `${words.slice(0, LONGEST_NAME - 1)}…` : words
}

function toCase(row: TestCaseRow, turns: readonly TurnHeadRow[]): TestCase {
  return {
    id: row.id,
    setId: row.set_id,
    name: row.name,
    origin: row.origin,
    turns: turns
      .filter((turn) => turn.case_id === row.id)
      .map(({ question, expected, checks, run_id: runId, is_recorded: isRecorded }) => ({
        question,
        expected,
        checks: JSON.parse(checks) as TestCheck[],
        runId,
        isRecorded: isRecorded === 1,
      })),
    result: row.result === null ? null : (JSON.parse(row.result) as CaseResult),
    createdDate: row.created_date,
  }
}
