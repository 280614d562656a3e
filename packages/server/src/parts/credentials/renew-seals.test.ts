import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { afterEach, expect, test } from 'vitest'
import { runHere } from '../../../testing/run-here.ts'
import { runCommand, spawnServer, temporaryFolder, type SpawnedServer } from '../../../testing/spawned-server.ts'
import { testServer } from '../../../testing/test-server.ts'
import { keysIn } from '../../ground/boot/secret-key.ts'
import { isWeakKey } from '../../ground/boot/weak-key.ts'
import { openDatabase } from '../../ground/db/database.ts'
import { createSecretBox } from './secret-box.ts'

const WORDS = 'a passphrase of the older kind'
const TOKEN = '65f4d6d18685a38e8e97159126baa282'
const fixture = (name: string): string => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url))
const folders: ReturnType<typeof temporaryFolder>[] = []
let server: SpawnedServer | undefined
afterEach(async () => {
  await server?.stop()
  server = undefined
  for (const folder of folders.splice(0)) folder.remove()
})

function newFolder(): string {
  const folder = temporaryFolder()
  folders.push(folder)
  return folder.path
}

/** Everything sealed that the fixture holds, in each of the tables. */
async function sealedIn(DATA_DIR: string) {
  const database = await openDatabase({ kind: 'sqlite', file: join(DATA_DIR, 'chatwright.sqlite') })
  try {
    const { query: db } = database
    const rows = await Promise.all([
      db.selectFrom('credential').select(['id', 'encrypted_data as sealed']).execute(),
      db.selectFrom('variable').select(['id', 'value as sealed']).execute(),
      db.selectFrom('flow_trigger').select(['id', 'secret as sealed']).execute(),
      db.selectFrom('flow_notice').select(['id', 'secret as sealed']).execute(),
      db.selectFrom('flow_mcp').select(['chatflow_id as id', 'token as sealed']).execute(),
      db.selectFrom('custom_mcp_server').select(['id', 'auth_config as sealed']).execute(),
    ])
    const tables = ['credential', 'variable', 'flow_webhook', 'flow_notice', 'flow_mcp', 'custom_mcp_server'] as const
    return rows.flatMap((some, at) =>
      some.map(({ id, sealed }) => ({ owner: { table: tables[at] ?? 'credential', id }, sealed: String(sealed) })),
    )
  } finally {
    await database.close()
  }
}

test('the folder of an earlier version, whose key was words, opens and is sealed under scrypt by its first start', async () => {
  const DATA_DIR = join(newFolder(), 'data')
  mkdirSync(DATA_DIR)
  writeFileSync(join(DATA_DIR, 'chatwright.sqlite'), gunzipSync(readFileSync(fixture('older-folder.sqlite.gz'))))
  const [stretched = Buffer.alloc(0), digest = Buffer.alloc(0)] = keysIn(WORDS)
  expect(digest).toEqual(createHash('sha256').update(WORDS).digest())
  const [before, after] = [createSecretBox(() => [digest]), createSecretBox(() => [stretched])]
  const older = await sealedIn(DATA_DIR)
  expect(older).toHaveLength(6)
  const texts = older.map(({ owner, sealed }) => before.open(owner, sealed))
  expect(texts.join()).toContain('sk-of-the-older-folder')

  server = await spawnServer({ DATA_DIR, SECRET_KEY: WORDS })
  const [flow] = (await (await fetch(`${server.url}/api/v1/chatflows`)).json()) as { id: string }[]
  const offered = await (await fetch(`${server.url}/api/v1/mcp-server/${flow?.id}`)).json()
  expect(offered).toMatchObject({ token: TOKEN })
  await server.stop()
  server = undefined
  const renewed = await sealedIn(DATA_DIR)
  expect(renewed.map(({ owner, sealed }) => after.open(owner, sealed))).toEqual(texts)
})

test('its backup, which has a checksum and no signature, is restored with a sentence about it', async () => {
  const env = { DATA_DIR: newFolder(), SECRET_KEY: WORDS }
  const { code, output } = await runHere(['restore', fixture('older.backup')], env)
  expect(code, output).toBe(0)
  expect(output).toContain('from an earlier version')
  expect(output).toContain('API key "Website"')
  expect(output).not.toContain("a key that isn't here")
})

test('a weak key is refused for a new server alone', async () => {
  const [SECRET_KEY, DATA_DIR] = ['changemechangeme', newFolder()]
  const refused = await runCommand(['start'], { DATA_DIR: newFolder(), SECRET_KEY })
  expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('SECRET_KEY is too easy to guess') })

  const before = await testServer({ env: { DATA_DIR }, secretKey: createHash('sha256').update(SECRET_KEY).digest() })
  const made = { name: 'OpenAI', credentialName: 'openAIApi', plainDataObj: { openAIApiKey: 'sk-from-before' } }
  const { id } = (await before.send('POST', '/api/v1/credentials', made)).body
  await before.close()
  server = await spawnServer({ DATA_DIR, SECRET_KEY })
  expect((await fetch(`${server.url}/api/v1/credentials/${id}`)).status).toBe(200)
})

test('words are weak when they are few or repeat themselves, random bytes never are', () => {
  const weak = ['changemechangeme', 'x'.repeat(40), 'changeme'.repeat(8), 'my secret password']
  const strong = [
    'a'.repeat(32) + '0'.repeat(32),
    'correct horse battery staple and a lamp',
    'YXNkZmFzZGY5ODc2NTQzMjEwQUJDREVGR0hJSktMTU4=',
  ]
  expect(weak.filter((text) => !isWeakKey(text))).toEqual([])
  expect(strong.filter(isWeakKey)).toEqual([])
})
