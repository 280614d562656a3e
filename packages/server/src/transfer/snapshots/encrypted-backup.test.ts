import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runHere } from '../../../testing/run-here.ts'
import { serveFolder } from '../../../testing/served-folder.ts'
import { temporaryFolder } from '../../../testing/spawned-server.ts'

const CITY = 'Rome, in clear text'
const hasCommand = spawnSync('age', ['--version']).status === 0
const folders: ReturnType<typeof temporaryFolder>[] = []
let source: { DATA_DIR: string }
let file: string

function newFolder(): string {
  const folder = temporaryFolder()
  folders.push(folder)
  return folder.path
}

async function newKey() {
  const identity = await generateX25519Identity()
  const path = join(newFolder(), 'key.txt')
  writeFileSync(path, `# created: 2026-11-19T10:00:00Z\n${identity}\n`)
  return { path, recipient: await identityToRecipient(identity) }
}

async function withVariables<Result>(env: { DATA_DIR: string }, work: (address: string) => Promise<Result>) {
  const server = await serveFolder(env)
  try {
    return await work(`${server.url}/api/v1/variables`)
  } finally {
    await server.stop()
  }
}

const valuesIn = (env: { DATA_DIR: string }): Promise<string[]> =>
  withVariables(env, async (address) =>
    ((await (await fetch(address)).json()) as { value: string }[]).map(({ value }) => value),
  )

async function expectRefused(env: Record<string, string>, args: string[], words: string): Promise<void> {
  const { code, output } = await runHere(args, env)
  expect(output).toContain(words)
  expect(code).toBe(1)
}

beforeEach(async () => {
  source = { DATA_DIR: newFolder() }
  file = join(newFolder(), 'all.backup')
  await withVariables(source, async (address) => {
    const body = JSON.stringify({ name: 'city', value: CITY })
    await fetch(address, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  })
})
afterEach(() => {
  for (const folder of folders.splice(0)) folder.remove()
})

test('a backup to a recipient is opened by that key alone, and restored by it whole', async () => {
  const [mine, second, other] = [await newKey(), await newKey(), await newKey()]
  const made = await runHere(
    ['backup', '--with-secret-key', '--recipient', mine.recipient, '--recipient', second.recipient, file],
    source,
  )
  expect(made).toMatchObject({ code: 0, output: expect.stringContaining(`encrypted to ${mine.recipient}`) as string })
  const bytes = readFileSync(file)
  expect(bytes.subarray(0, 21).toString()).toBe('age-encryption.org/v1')
  expect(() => gunzipSync(bytes)).toThrow('incorrect header check')

  const target = { DATA_DIR: newFolder() }
  await expectRefused(target, ['restore', file], 'is encrypted. Add the file with its key: --identity')
  await expectRefused(target, ['restore', file, '--identity', other.path], "can't decrypt it")
  await expectRefused(target, ['restore', file, '--identity', file], 'contains no age key')
  await expectRefused(target, ['restore', file, '--identity', '/nowhere/key.txt'], "can't be read")
  for (const at of [bytes.length - 1, bytes.length - 2000]) {
    const changed = join(newFolder(), 'changed.backup')
    writeFileSync(
      changed,
      bytes.map((byte, index) => (index === at ? byte ^ 1 : byte)),
    )
    await expectRefused(target, ['restore', changed, '--identity', mine.path], 'is damaged')
  }
  const cut = join(newFolder(), 'cut.backup')
  writeFileSync(cut, bytes.subarray(0, -20))
  await expectRefused(target, ['restore', cut, '--identity', mine.path], 'is damaged')
  expect(existsSync(join(target.DATA_DIR, 'chatwright.sqlite'))).toBe(false)

  for (const { path } of [second, mine]) {
    const restored = await runHere(['restore', '--replace', file, '--identity', path], target)
    expect(restored.code, restored.output).toBe(0)
  }
  expect(await valuesIn(target)).toEqual([CITY])
})

test('BACKUP_RECIPIENT encrypts every backup, and a wrong one leaves no file behind', async () => {
  const { path, recipient } = await newKey()
  expect((await runHere(['backup', file], { ...source, BACKUP_RECIPIENT: recipient })).code).toBe(0)
  const target = { DATA_DIR: newFolder() }
  expect((await runHere(['restore', file, '--identity', path], target)).code).toBe(0)
  expect(await valuesIn(target)).toEqual([CITY])

  const wrong = join(newFolder(), 'wrong.backup')
  await expectRefused(
    source,
    ['backup', wrong, '--recipient', 'age1nonsense'],
    '"age1nonsense" isn\'t an age recipient',
  )
  expect(readdirSync(dirname(wrong))).toEqual([])
})

test.runIf(hasCommand)('the age command opens what we encrypt, and we open what it encrypts', async () => {
  const key = join(newFolder(), 'key.txt')
  execFileSync('age-keygen', ['-o', key], { stdio: 'ignore' })
  const recipient = execFileSync('age-keygen', ['-y', key]).toString().trim()
  expect((await runHere(['backup', file, '--recipient', recipient], source)).code).toBe(0)
  const opened = execFileSync('age', ['-d', '-i', key, file])
  expect(gunzipSync(opened).toString()).toContain(CITY)

  const sealed = join(newFolder(), 'sealed.backup')
  execFileSync('age', ['-r', recipient, '-o', sealed], { input: opened })
  const target = { DATA_DIR: newFolder() }
  expect((await runHere(['restore', sealed, '--identity', key], target)).code).toBe(0)
  expect(await valuesIn(target)).toEqual([CITY])
})
