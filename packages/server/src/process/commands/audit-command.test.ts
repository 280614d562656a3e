import { afterEach, beforeEach, expect, test } from 'vitest'
import { connectDatabase } from '../../ground/db/database.ts'
import { readConfig } from '../../ground/config/config.ts'
import { runHere } from '../../../testing/run-here.ts'
import { temporaryFolder } from '../../../testing/spawned-server.ts'

let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => folder.remove())

test('the command ends with 1 where the log was changed, and says which part', async () => {
  const env = { DATA_DIR: folder.path, SECRET_KEY: 'a key of sixteen and more' }
  const verify = () => runHere(['audit', 'verify'], env)
  expect(await verify()).toMatchObject({ code: 0, output: expect.stringContaining('Nothing is sealed yet.') })
  const database = await connectDatabase(readConfig(env).database)
  const seal = {
    number: 1,
    created_date: '2026-01-01',
    last_date: '2026-01-01',
    entries: 0,
    previous_mac: '',
    mac: 'made up',
  }
  await database.query.insertInto('audit_seal').values(seal).execute()
  await database.close()
  expect(await verify()).toMatchObject({
    code: 1,
    output: expect.stringContaining('Segment 1, up to 2026-01-01, was changed.'),
  })
})
