import type { EndedOutcome } from '@chatwright/core'
import { expect, test, vi } from 'vitest'
import { holdRuns } from './held-runs.ts'
import type { Job } from './job.ts'
import { createKeepLater } from './keep-later.ts'
import { createRunLog } from './run-log.ts'

test('a run is held while it is done, and until an end that could not be stored at once is', async () => {
  const keepLater = createKeepLater({ onGivenUp: () => undefined, everyMs: 1 })
  let isAway = true
  const store = async (): Promise<void> => {
    if (isAway) throw new Error('The database is away')
  }
  let end = (): void => undefined
  const { execute, holds } = holdRuns(
    async ({ runId }) => {
      await new Promise<void>((resolve) => (end = resolve))
      keepLater.add(runId, store)
      return {} as EndedOutcome
    },
    { keepLater },
  )
  const job = { runId: '1' } as Job
  const done = execute(job, { signal: new AbortController().signal, fence: 1, log: createRunLog() })
  expect([holds('1'), holds('2')]).toEqual([true, false])
  end()
  await done
  expect([holds('1'), holds('2')]).toEqual([true, false])
  isAway = false
  await vi.waitFor(() => expect(holds('1')).toBe(false))
})
