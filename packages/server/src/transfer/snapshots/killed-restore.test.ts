import { cpSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import { runHere } from '../../../testing/run-here.ts'
import { runCommand, temporaryFolder } from '../../../testing/spawned-server.ts'
import { testServer } from '../../../testing/test-server.ts'
import { keysAt, readSecretKey } from '../../ground/boot/secret-key.ts'
import { readConfig } from '../../ground/config/config.ts'
import { readLoginFile } from '../../ground/config/login-file.ts'
import { createSecretBox } from '../../parts/credentials/secret-box.ts'
import { openSnapshot } from './open-snapshot.ts'

const noting = fileURLToPath(new URL('../../../testing/file-steps.cjs', import.meta.url))
const folders: ReturnType<typeof temporaryFolder>[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) folder.remove()
})

function newFolder(): string {
  const folder = temporaryFolder()
  folders.push(folder)
  return folder.path
}

type Env = Record<string, string>

/** A server with a credential, a login, and a file. */
async function fill(env: Env, name: string): Promise<void> {
  const server = await testServer({ env, secretKey: readSecretKey(readConfig(env).secretKey) })
  const made = { name, credentialName: 'openAIApi', plainDataObj: { openAIApiKey: `sk-of-${name}` } }
  expect((await server.send('POST', '/api/v1/credentials', made)).status).toBe(200)
  const form = new FormData()
  form.append('file', new Blob([name], { type: 'text/plain' }), 'kept.txt')
  const sent = await fetch(`${await server.listen()}/api/v1/files`, { method: 'POST', body: form })
  expect(sent.status).toBeLessThan(300)
  await server.close()
  expect((await runHere(['reset-login', '--username', name], env)).code).toBe(0)
}

/** The credentials that are stored, opened with the key that is there. */
async function credentialsIn(env: Env): Promise<string[]> {
  const config = readConfig(env)
  const [current = Buffer.alloc(32), ...older] = keysAt(config.secretKey)
  const box = createSecretBox(() => [current, ...older])
  const snapshot = await openSnapshot(config.database)
  try {
    const opened: string[] = []
    for (const table of await snapshot.tables()) {
      if (table.name !== 'credential') continue
      for await (const rows of snapshot.rows(table)) {
        for (const row of rows) {
          const at = (column: string): string => String(row[table.columns.indexOf(column)])
          opened.push(box.open({ table: 'credential', id: at('id') }, at('encrypted_data')))
        }
      }
    }
    return opened
  } finally {
    await snapshot.end()
  }
}

async function steps(args: string[], env: Env): Promise<{ code: number; steps: string[] }> {
  const log = join(newFolder(), 'steps')
  const { code } = await runCommand(args, { ...env, CHATWRIGHT_STEPS: log, NODE_OPTIONS: `--require ${noting}` })
  return { code, steps: existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : [] }
}

const AFTER = 'sk-of-source'
const BEFORE = 'sk-of-target'

test('names reach the disk with what they name, and a restore that is killed anywhere leaves a key that opens what is there', async () => {
  const [source, target] = [{ DATA_DIR: newFolder() }, { DATA_DIR: newFolder() }]
  await fill(source, 'source')
  await fill(target, 'target')
  const file = join(newFolder(), 'all.backup')
  const made = await steps(['backup', '--with-secret-key', file], source)
  expectSynced(made)

  const whole = { DATA_DIR: newFolder() }
  cpSync(target.DATA_DIR, whole.DATA_DIR, { recursive: true })
  const done = await steps(['restore', '--replace', file], whole)
  expectSynced(done)
  expect(await credentialsIn(whole)).toEqual([expect.stringContaining(AFTER)])
  // The server had data: its own login is the newer one.
  expect(readLoginFile(whole.DATA_DIR)?.username).toBe('target')
  expect(readFileSync(join(whole.DATA_DIR, 'secret.key'))).toEqual(readFileSync(join(source.DATA_DIR, 'secret.key')))

  // Where the key gets its name: before the database is restored, and after.
  const named = done.steps.flatMap((step, at) => (step.endsWith('/secret.key') ? [at + 1, at + 2] : []))
  expect(named).toHaveLength(4)
  const seen = new Set<string>()
  for (const killAt of named) {
    const env = { DATA_DIR: newFolder() }
    cpSync(target.DATA_DIR, env.DATA_DIR, { recursive: true })
    const killed = await steps(['restore', '--replace', file], { ...env, CHATWRIGHT_KILL_AT: String(killAt) })
    expect(killed.code).not.toBe(0)
    const [only = ''] = await credentialsIn(env)
    seen.add(only.includes(AFTER) ? 'after' : only.includes(BEFORE) ? 'before' : only)
    const again = await runHere(['restore', '--replace', file], env)
    expect(again.code, again.output).toBe(0)
    expect(await credentialsIn(env)).toEqual([expect.stringContaining(AFTER)])
  }
  expect([...seen].sort()).toEqual(['after', 'before'])

  const empty = { DATA_DIR: newFolder() }
  expectSynced(await steps(['restore', file], empty))
  expect(readLoginFile(empty.DATA_DIR)?.username).toBe('source')
  expectSynced(await steps(['rotate-key'], empty))
  expectSynced(await steps(['reset-login'], empty))
})

function expectSynced({ code, steps: all }: { code: number; steps: string[] }): void {
  expect(code).toBe(0)
  const named = all.flatMap((step, at) => (step.startsWith('name ') ? [{ at, folder: step.split(' ')[1] ?? '' }] : []))
  expect(named.length).toBeGreaterThan(0)
  const lost = named.filter(({ at, folder }) => !all.slice(at).includes(`sync ${folder}`))
  expect(lost.map(({ at }) => all[at])).toEqual([])
}
