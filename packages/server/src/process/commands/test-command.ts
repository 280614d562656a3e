import { AppError, TestSetFile } from '@chatwright/contract'
import { parseJson } from '@chatwright/core'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ConfigError, readConfig } from '../../ground/config/config.ts'
import { findMemory } from '../../flows/flows/flow-library.ts'
import { readGraph } from '../../flows/flows/read-graph.ts'
import type { TurnOfCase } from '../../improving/test-sets/case-turn.ts'
import { withRecordedCredentials } from '../../improving/test-sets/recorded-credentials.ts'
import { describeReport, writeJUnit, type RanSet } from '../../improving/test-sets/test-report.ts'
import { UserFacingError } from '../../ground/user-facing-error.ts'
import { openTests, type OfflineTests } from '../wiring/offline-tests.ts'

interface Asked {
  flow?: string | undefined
  set?: string | undefined
  junit?: string | undefined
}

/** `chatwright test`: 0 when all passed, 1 when one failed, 2 when that is not proved. */
export async function runTests(env: NodeJS.ProcessEnv, { flow, set, junit }: Asked): Promise<0 | 1 | 2> {
  try {
    const isFile = set !== undefined && existsSync(set)
    const ran = isFile ? await runFile(env, { set, flow }) : await runStored(env, { set, flow })
    process.stdout.write(describeReport(ran))
    if (junit !== undefined) writeFileSync(junit, writeJUnit(ran))
    return exitCode(ran)
  } catch (error) {
    if (!(error instanceof UserFacingError || error instanceof ConfigError || error instanceof AppError)) throw error
    process.stderr.write(`${error.message}\n`)
    return 2
  }
}

function exitCode(ran: readonly RanSet[]): 0 | 1 | 2 {
  const verdicts = ran.flatMap(({ cases }) => cases.map(({ result }) => result.verdict))
  if (verdicts.includes('failed')) return 1
  return verdicts.length === 0 || verdicts.includes('unproved') ? 2 : 0
}

/** Sets of the database, on the newest version of their flows. */
async function runStored(env: NodeJS.ProcessEnv, { set: setName, flow: flowName }: Asked): Promise<RanSet[]> {
  const opened = await openTests(readConfig(env))
  try {
    const ran: RanSet[] = []
    for await (const set of eachSet(opened)) {
      if (setName !== undefined && set.name !== setName && set.id !== setName) continue
      if (flowName !== undefined && set.flowName !== flowName && set.flowId !== flowName) continue
      const head = await opened.library.head(set.flowId)
      const flow = await opened.library.prepare(head, head.version)
      const cases: RanSet['cases'] = []
      for await (const { row, turns } of opened.tests.eachCase(set.id))
        cases.push({ name: row.name, turns, result: (await opened.runCase(turns, flow)).result })
      ran.push({ name: set.name, flowName: set.flowName, cases })
    }
    if (ran.length === 0) throw new UserFacingError("This test set doesn't exist. The Tests page lists all test sets.")
    return ran
  } finally {
    await opened.close()
  }
}

async function* eachSet({ tests }: OfflineTests) {
  for (let cursor: string | undefined; ;) {
    const page = await tests.list({ cursor })
    yield* page.items
    if (page.nextCursor === null) return
    cursor = page.nextCursor
  }
}

/** The file of a set on the file of a flow: nothing else is needed, and nothing is left behind. */
async function runFile(
  env: NodeJS.ProcessEnv,
  { set, flow }: { set: string; flow: string | undefined },
): Promise<RanSet[]> {
  if (flow === undefined || !existsSync(flow)) {
    throw new UserFacingError("Add the flow's file: chatwright test flow.json --set set.tests.json")
  }
  const file = TestSetFile.safeParse(readJson(set))
  if (!file.success) throw new UserFacingError(`${set} isn't a test set file. Save one with "Save for CI".`)
  const folder = mkdtempSync(join(tmpdir(), 'chatwright-tests-'))
  const { EXTRA_NODES } = env
  const opened = await openTests(readConfig({ DATA_DIR: folder, ...(EXTRA_NODES !== undefined && { EXTRA_NODES }) }))
  try {
    const { catalogue } = opened
    const drawn = readGraph(readText(flow), (name) => catalogue.describe(name)).flow
    const cases: RanSet['cases'] = []
    for (const { name, turns: kept } of file.data.cases) {
      const turns = kept.map((turn): TurnOfCase => ({ ...turn, runId: null }))
      const like = withRecordedCredentials(drawn, turns)
      const on = { id: 'flow', name: file.data.flowName, version: 0, flow: like, memory: findMemory(like, catalogue) }
      cases.push({ name, turns, result: (await opened.runCase(turns, on)).result })
    }
    return [{ name: file.data.name, flowName: file.data.flowName, cases }]
  } finally {
    await opened.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new UserFacingError(`${path} can't be read: ${(error as Error).message}`)
  }
}

function readJson(path: string): unknown {
  try {
    return parseJson(readText(path), { maxDepth: 200 })
  } catch (error) {
    throw new UserFacingError(`${path} isn't valid JSON: ${(error as Error).message}`)
  }
}
