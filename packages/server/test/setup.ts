import type { TestProject } from 'vitest/node'
import { buildServer } from '../../../scripts/steps.mjs'
import { startPostgres } from '../testing/own-postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Undefined where PostgreSQL is not installed; `npm test` installs it. */
    postgresUrl: string | undefined
  }
}

/** One PostgreSQL for the whole run; each test makes a database of its own on it. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  // Threads, children and servers of their own run what was built.
  buildServer()
  const postgres = await startPostgres()
  if (!postgres && process.env['CHATWRIGHT_FULL_TEST'])
    throw new Error('PostgreSQL is not installed: run npm test, which installs it')
  project.provide('postgresUrl', postgres?.url)
  return postgres && (() => postgres.stop())
}
