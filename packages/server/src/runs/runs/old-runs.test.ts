import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { outcomeOf } from '@chatwright/core'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import type { Config } from '../../ground/config/config.ts'
import { openDatabase, type Database } from '../../ground/db/database.ts'
import { firstRelease, writeFirstRelease } from '../../../testing/first-release.ts'
import { createPostgresDatabase } from '../../../testing/own-database.ts'
import { giveUpAbandoned } from './give-up.ts'
import { upgradeOldRuns } from './old-runs.ts'
import { createRunStore, type RunStore } from './run-store.ts'

describe.each(['sqlite', 'postgres'] as const)('runs of the first release on %s', (kind) => {
  const postgresUrl = inject('postgresUrl')
  let folder: string
  let database: Database
  let store: RunStore

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'chatwright-old-runs-'))
    const config: Config['database'] =
      kind === 'sqlite'
        ? { kind, file: join(folder, 'a.sqlite') }
        : { kind, url: await createPostgresDatabase(postgresUrl ?? '') }
    await writeFirstRelease(config)
    database = await openDatabase(config)
    store = createRunStore(database)
  })
  afterEach(async () => {
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const ended = firstRelease['run']?.filter(({ status }) => status !== 'running') ?? []
  const answerOf = (runId: unknown) =>
    firstRelease['chat_message']?.find((row) => row['run_id'] === runId && row['role'] === 'apiMessage')

  async function expectWhole(): Promise<void> {
    for (const run of ended) {
      const events = await store.events(String(run['id']))
      const answer = answerOf(run['id'])
      expect(outcomeOf(events)).toMatchObject({
        status: run['status'],
        text: answer?.['content'],
        messageId: answer?.['id'],
        durationMs: run['duration_ms'],
      })
      expect(events[0]?.type).toBe('run-start')
      expect(events.filter(({ type }) => type === 'node-end' || type === 'node-error').length).toBeGreaterThan(0)
      expect(events.at(-1)?.type).toBe('run-end')
    }
  }

  test.runIf(kind === 'sqlite' || postgresUrl)(
    'are told again whole, with their trace, as soon as one is wanted',
    expectWhole,
  )

  test.runIf(kind === 'sqlite' || postgresUrl)(
    'are upgraded in the background, once, and stopping in between harms nothing',
    async () => {
      const stopped = new AbortController()
      stopped.abort()
      expect(await upgradeOldRuns(database, stopped.signal)).toBe(0)
      expect(await upgradeOldRuns(database, new AbortController().signal)).toBe(ended.length)
      expect(await upgradeOldRuns(database, new AbortController().signal)).toBe(0)
      await expectWhole()
    },
  )

  test.runIf(kind === 'sqlite' || postgresUrl)('that were killed before the upgrade end as interrupted', async () => {
    expect(
      await giveUpAbandoned(store, { at: new Date(), isOnlyProcess: true, holds: () => false, mayJudge: () => true }),
    ).toBe(1)
    const killed = firstRelease['run']?.find(({ status }) => status === 'running')
    expect(outcomeOf(await store.events(String(killed?.['id'])))).toMatchObject({ status: 'interrupted', text: '' })
  })
})
