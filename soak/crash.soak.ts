import { loadavg } from 'node:os'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { crashRounds, importRounds } from '../packages/server/testing/crash-rounds.ts'
import { patient } from '../packages/server/testing/patient.ts'
import { temporaryFolder } from '../packages/server/testing/spawned-server.ts'

const ROUNDS = Number(process.env['SOAK_ROUNDS'] ?? 25)

let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => folder.remove())

test(`killed ${ROUNDS} times while saving, uploading and streaming: nothing acknowledged is lost`, async () => {
  const { faults, acknowledged, calls, readyTimes } = await crashRounds(folder.path, ROUNDS)
  console.log({ acknowledged, calls, ...summary(readyTimes) })
  expect(faults).toEqual([])
  expect(Math.max(...readyTimes)).toBeLessThan(patient(3000))
})

test(`killed ${ROUNDS} times while importing: always one database, whole`, async () => {
  const { faults, readyTimes } = await importRounds(folder.path, ROUNDS)
  console.log(summary(readyTimes))
  expect(faults).toEqual([])
  expect(Math.max(...readyTimes)).toBeLessThan(patient(3000))
})

function summary(readyTimes: readonly number[]): object {
  const sorted = [...readyTimes].sort((a, b) => a - b).map(Math.round)
  return {
    kills: sorted.length,
    medianReadyMs: sorted[sorted.length >> 1],
    slowestReadyMs: sorted.at(-1),
    load: loadavg()[0],
  }
}
