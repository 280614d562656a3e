import Libsql from 'libsql'
import { mkdtempSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from './database.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'chatwright-lost-'))
  file = join(folder, 'chatwright.sqlite')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const put = (name: string, content = 'something'): void => writeFileSync(join(folder, name), content)
const open = async (): Promise<void> => (await openDatabase({ kind: 'sqlite', file })).close()
const sizes = (): Record<string, number> =>
  Object.fromEntries(readdirSync(folder).map((name) => [name, statSync(join(folder, name)).size]))

test.each([
  [
    'empty beside a backup',
    { 'chatwright.sqlite': '', 'chatwright.sqlite.backup-2026-01-01': 'x' },
    /backup-2026-01-01/,
  ],
  ['missing beside a backup', { 'chatwright.sqlite.bak': 'x', 'secret.key': 'x' }, /is missing.* cp .*\.bak /],
  ['empty beside the key', { 'chatwright.sqlite': '', 'secret.key': 'x' }, /is empty, but .*secret\.key/],
  ['missing beside its log', { 'chatwright.sqlite-wal': 'x' }, /is missing, but its log/],
  ['empty beside its log', { 'chatwright.sqlite': '', 'chatwright.sqlite-wal': 'x' }, /is empty, but its log/],
] satisfies [string, Record<string, string>, RegExp][])(
  'a database that is %s is not taken for a new one, and nothing is touched',
  async (_, files, message) => {
    for (const [name, content] of Object.entries(files)) put(name, content)
    const before = sizes()
    await expect(open()).rejects.toMatchObject({ name: 'UserFacingError', message: expect.stringMatching(message) })
    expect(sizes()).toEqual(before)
  },
)

test('a database that is cut off is refused, its backup named', async () => {
  await open()
  const database = new Libsql(file)
  database.pragma('wal_checkpoint(truncate)')
  database.close()
  put('chatwright.sqlite.backup-1')
  truncateSync(file, Math.floor(statSync(file).size / 2))
  await expect(open()).rejects.toMatchObject({ message: expect.stringMatching(/is cut off.*backup-1/) })
})

test.each([
  ['nothing', {}],
  ['an empty file alone', { 'chatwright.sqlite': '' }],
  ['a key that was put there for a new server', { 'secret.key': 'x' }],
  ['a backup of something else', { 'notes.backup': 'x' }],
])('a folder with %s is a new product', async (_, files) => {
  for (const [name, content] of Object.entries(files)) put(name, content)
  await open()
  await expect(open()).resolves.toBeUndefined()
})
