import { cpus, loadavg } from 'node:os'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { crashRounds, importRounds } from '../packages/server/src/testing/crash-rounds.ts'
import { temporaryFolder } from '../packages/server/src/testing/spawned-server.ts'

const ROUNDS = Number(process.env['SOAK_ROUNDS'] ?? 25)

let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => folder.remove())

test(`killed ${ROUNDS} times while saving, uploading and streaming: nothing acknowledged is lost`, async () => {
  const { faults, acknowledged, readyTimes } = await crashRounds(folder.path, ROUNDS)
  console.log({ acknowledged, slowestStartMs: Math.round(Math.max(...readyTimes)) })
  expect(faults).toEqual([])
  // The cap is for a machine that does nothing else.
  const crowding = Math.max(1, (loadavg()[0] ?? 0) / cpus().length)
  expect(Math.max(...readyTimes)).toBeLessThan(3000 * crowding)
})

test(`killed ${ROUNDS} times while importing: always one database, whole`, async () => {
  expect(await importRounds(folder.path, ROUNDS)).toEqual([])
})
