import { TestSetFile } from '@chatwright/contract'
import { parseJson, type EditCatalogue, type Flow } from '@chatwright/core'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findMemory } from '../../flows/flows/flow-library.ts'
import { readGraph } from '../../flows/flows/read-graph.ts'
import { readConfig } from '../../ground/config/config.ts'
import { UserFacingError } from '../../ground/user-facing-error.ts'
import type { TurnOfCase } from '../../improving/test-sets/case-turn.ts'
import { withRecordedCredentials } from '../../improving/test-sets/recorded-credentials.ts'
import { describeReport, type RanSet } from '../../improving/test-sets/test-report.ts'
import { openTests, type OfflineTests } from '../wiring/offline-tests.ts'
import { parseCodeFile } from './code-file.ts'
import { CODE, codeOf, openProjectFolder, type ProjectFolder } from './project-folder.ts'

/** Runs the tests that a project has for flows: 0, 1 or 2 as the command does, 0 where there are none. What failed is printed. */
export async function runProjectTests(
  env: NodeJS.ProcessEnv,
  root: string,
  flows: readonly string[],
): Promise<0 | 1 | 2> {
  const files = testFiles(openProjectFolder(root), flows)
  if (files.length === 0) return 0
  const ran = await runFiles(env, files)
  const code = exitCode(ran)
  if (code !== 0) process.stderr.write(describeReport(ran))
  return code
}

/** `tests/support.json` and `tests/support.refunds.json` are sets of `flows/support.flow.ts`. */
export function testFiles(
  folder: ProjectFolder,
  flows: readonly string[] = folder.flows(),
): { set: string; flow: string }[] {
  const sets = folder.list('tests', '.json')
  return flows.flatMap((named) => {
    const name = named.replace(/^.*\//, '').replace(/\.flow\.ts$/, '')
    return sets
      .filter((set) => set.startsWith(`${name}.`))
      .map((set) => ({ set: join(folder.root, 'tests', set), flow: join(folder.root, codeOf(name)) }))
  })
}

/** 0 when all passed, 1 when one failed, 2 when that is not proved. */
export function exitCode(ran: readonly RanSet[]): 0 | 1 | 2 {
  const verdicts = ran.flatMap(({ cases }) => cases.map(({ result }) => result.verdict))
  if (verdicts.includes('failed')) return 1
  return verdicts.length === 0 || verdicts.includes('unproved') ? 2 : 0
}

/** Files of sets on files of flows: nothing else is needed, and nothing is left behind. */
export async function runFiles(
  env: NodeJS.ProcessEnv,
  files: readonly { set: string; flow: string | undefined }[],
): Promise<RanSet[]> {
  const folder = mkdtempSync(join(tmpdir(), 'chatwright-tests-'))
  const { EXTRA_NODES } = env
  const opened = await openTests(readConfig({ DATA_DIR: folder, ...(EXTRA_NODES !== undefined && { EXTRA_NODES }) }))
  try {
    const ran: RanSet[] = []
    for (const each of files) ran.push(await runFile(opened, each))
    return ran
  } finally {
    await opened.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function runFile(
  { catalogue, runCase }: OfflineTests,
  { set, flow }: { set: string; flow: string | undefined },
): Promise<RanSet> {
  if (flow === undefined || !existsSync(flow)) {
    throw new UserFacingError("Add the flow's file: chatwright test flow.json --set set.tests.json")
  }
  const file = TestSetFile.safeParse(readJson(set))
  if (!file.success) throw new UserFacingError(`${set} isn't a test set file. Save one with "Save for CI".`)
  const drawn = readDrawn(flow, catalogue)
  const cases: RanSet['cases'] = []
  for (const { name, turns: kept } of file.data.cases) {
    const turns = kept.map((turn): TurnOfCase => ({ ...turn, runId: null }))
    const like = withRecordedCredentials(drawn, turns)
    const on = { id: 'flow', name: file.data.flowName, version: 0, flow: like, memory: findMemory(like, catalogue) }
    cases.push({ name, turns, result: (await runCase(turns, on)).result })
  }
  return { name: file.data.name, flowName: file.data.flowName, cases }
}

function readDrawn(file: string, catalogue: EditCatalogue): Flow {
  if (!file.endsWith(CODE)) return readGraph(readText(file), (name) => catalogue.describe(name)).flow
  const { flow, problems } = parseCodeFile(file, catalogue)
  if (flow) return flow
  const lines = problems.map(({ file: place, line, column, message }) => `${place}:${line}:${column} ${message}`)
  throw new UserFacingError(lines.join('\n'))
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
