import { AppError } from '@chatwright/contract'
import { existsSync, writeFileSync } from 'node:fs'
import { ConfigError, readConfig } from '../../ground/config/config.ts'
import { describeReport, writeJUnit, type RanSet } from '../../improving/test-sets/test-report.ts'
import { UserFacingError } from '../../ground/user-facing-error.ts'
import { openProjectFolder, PROJECT_FILE } from '../project/project-folder.ts'
import { exitCode, runFiles, testFiles } from '../project/project-tests.ts'
import { openTests, type OfflineTests } from '../wiring/offline-tests.ts'

interface Asked {
  flow?: string | undefined
  set?: string | undefined
  junit?: string | undefined
}

/** `chatwright test`: 0 when all passed, 1 when one failed, 2 when that is not proved. */
export async function runTests(env: NodeJS.ProcessEnv, { flow, set, junit }: Asked): Promise<0 | 1 | 2> {
  try {
    const ran = await runAsked(env, { set, flow })
    process.stdout.write(describeReport(ran))
    if (junit !== undefined) writeFileSync(junit, writeJUnit(ran))
    return exitCode(ran)
  } catch (error) {
    if (!(error instanceof UserFacingError || error instanceof ConfigError || error instanceof AppError)) throw error
    process.stderr.write(`${error.message}\n`)
    return 2
  }
}

async function runAsked(env: NodeJS.ProcessEnv, { set, flow }: Asked): Promise<RanSet[]> {
  if (set !== undefined && existsSync(set)) return runFiles(env, [{ set, flow }])
  if (set === undefined && existsSync(PROJECT_FILE)) {
    const files = testFiles(openProjectFolder('.'), flow === undefined ? undefined : [flow])
    if (files.length === 0)
      throw new UserFacingError('The folder has no tests. Save a test set with "Save for CI" into tests.')
    return runFiles(env, files)
  }
  return runStored(env, { set, flow })
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
