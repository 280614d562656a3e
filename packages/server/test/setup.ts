import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { startPostgres } from '../src/testing/own-postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Undefined where PostgreSQL is not installed; `npm test` installs it. */
    postgresUrl: string | undefined
  }
}

const repository = fileURLToPath(new URL('../../../', import.meta.url))

/** One PostgreSQL for the whole run; each test makes a database of its own on it. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  // Child processes run what was built; this costs a second when it is fresh.
  execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-b', 'packages/server'], {
    cwd: repository,
    stdio: 'inherit',
  })
  const postgres = await startPostgres()
  if (!postgres && process.env['CHATWRIGHT_FULL_TEST'])
    throw new Error('PostgreSQL is not installed: run npm test, which installs it')
  project.provide('postgresUrl', postgres?.url)
  return postgres && (() => postgres.stop())
}
