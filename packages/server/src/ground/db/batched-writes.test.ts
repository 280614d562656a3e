import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createBatchedWrites } from './batched-writes.ts'
import { openDatabase, type Database } from './database.ts'
import { preparedCondition, preparedInsert } from './write-step.ts'

let folder: string
let database: Database

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'chatwright-batch-'))
  database = await openDatabase({ kind: 'sqlite', file: join(folder, 'test.sqlite') })
})
afterEach(async () => {
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

const insert = (key: string) => [
  preparedInsert(database.query, 'record', ['namespace', 'key', 'value'])({ namespace: 'n', key, value: 'v' }),
]
const keys = async () =>
  (await database.query.selectFrom('record').select('key').orderBy('key').execute()).map(({ key }) => key)

test('writes that arrive together take one commit, and each gets its own result', async () => {
  let commits = 0
  const writes = createBatchedWrites({
    kind: 'sqlite',
    writeSteps: (steps) => {
      commits += 1
      return database.writeSteps(steps)
    },
  })
  const wanted = Array.from({ length: 30 }, (_, index) => `k${String(index).padStart(2, '0')}`)
  expect(await Promise.all(wanted.map((key) => writes.write(insert(key))))).toEqual(wanted.map(() => true))
  expect(commits).toBe(1)
  expect(await keys()).toEqual(wanted)
})

test('one that fails takes no other with it', async () => {
  const writes = createBatchedWrites(database)
  const results = await Promise.allSettled(['a', 'b', 'a', 'c'].map((key) => writes.write(insert(key))))
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
  expect(await keys()).toEqual(['a', 'b', 'c'])
})

test('a condition that is not met leaves out what follows it, in its own list alone', async () => {
  const change = preparedCondition(
    database.query.updateTable('record').set({ value: '' }).where('namespace', '=', '').where('key', '=', ''),
  )
  const writes = createBatchedWrites(database)
  await writes.write(insert('known'))
  const results = await Promise.all([
    writes.write([change(['new', 'n', 'unknown']), ...insert('left-out')]),
    writes.write([change(['new', 'n', 'known']), ...insert('written')]),
  ])
  expect(results).toEqual([false, true])
  expect(await keys()).toEqual(['known', 'written'])
})

test('more than one batch is written in turn', async () => {
  const writes = createBatchedWrites(database)
  await Promise.all(Array.from({ length: 250 }, (_, index) => writes.write(insert(`k${index}`))))
  expect(await keys()).toHaveLength(250)
})
