import { describe, inject } from 'vitest'
import { redisProgram } from './own-redis.ts'
import { onPostgres, testServer, throughTheQueue, type StartServer } from './test-server.ts'

/** Runs the same tests on a server as people deploy it: with SQLite in one process, with PostgreSQL, and with a queue and a worker. */
export function describeOnEveryDeployment(name: string, tests: (start: StartServer) => void): void {
  describe(`${name} on SQLite`, () => {
    tests(testServer)
  })
  const postgresUrl = inject('postgresUrl')
  describe.runIf(postgresUrl)(`${name} on PostgreSQL`, () => {
    tests(onPostgres(postgresUrl ?? ''))
  })
  describe.runIf(postgresUrl && redisProgram)(`${name} through the queue`, () => {
    tests(throughTheQueue(onPostgres(postgresUrl ?? '')))
  })
}
