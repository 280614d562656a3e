import { afterEach, beforeEach, expect, test } from 'vitest'
import { crashRounds, importRounds } from '../testing/crash-rounds.ts'
import { temporaryFolder } from '../testing/spawned-server.ts'
import { historyFaults } from '../testing/write-history.ts'
import { patient } from '../testing/patient.ts'

/** Ready again in 3 s is held by `npm run soak`; here every other test runs at the same time. */
const READY_CAP_MS = 15_000

let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => folder.remove())

test('killed while saving, uploading and streaming: what was acknowledged is there, exactly once', async () => {
  const { faults, acknowledged, calls, readyTimes } = await crashRounds(folder.path, 2)
  expect(faults).toEqual([])
  expect(Math.min(...Object.values(calls)), JSON.stringify(calls)).toBeGreaterThan(0)
  expect(Math.min(...Object.values(acknowledged)), JSON.stringify(acknowledged)).toBeGreaterThan(0)
  expect(readyTimes).toHaveLength(2)
  expect(Math.max(...readyTimes)).toBeLessThan(patient(READY_CAP_MS))
}, 120_000)

test('killed while importing: it is the old database or the new one, never a mixture', async () => {
  const { faults, readyTimes } = await importRounds(folder.path, 1)
  expect(faults).toEqual([])
  expect(Math.max(...readyTimes)).toBeLessThan(patient(READY_CAP_MS))
}, 60_000)

test('the checker finds what is lost, doubled and wrongly kept', () => {
  const entries = [
    { kind: 'save', name: 'lost', answer: 'acknowledged' },
    { kind: 'save', name: 'twice', answer: 'acknowledged' },
    { kind: 'save', name: 'kept', answer: 'refused' },
    { kind: 'save', name: 'fine', answer: 'acknowledged' },
    { kind: 'save', name: 'maybe', answer: 'unknown' },
  ] as const
  expect(historyFaults(entries, ['twice', 'twice', 'kept', 'fine'])).toEqual([
    'save lost was acknowledged and is present 0 times',
    'save twice was acknowledged and is present 2 times',
    'save kept was refused and is present 1 times',
  ])
})
