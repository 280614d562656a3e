import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { spawnSync } from 'node:child_process'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createConversation } from '../../../testing/conversation-flow.ts'
import { testServer, type TestServer } from '../../../testing/test-server.ts'
import { runCli } from '../../cli.ts'
import { openProject } from './project.ts'
import { openThere } from './there.ts'
import { watchProject } from './watch-command.ts'

const out = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
const err = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
const mask = process.umask()
const before = { ...process.env }

let home: string
let project: string
let staging: TestServer
let production: TestServer

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'chatwright-home-'))
  project = join(home, 'project')
  mkdirSync(project)
  process.env['XDG_CONFIG_HOME'] = join(home, 'config')
  staging = await testServer()
  production = await testServer()
  await chatwright('remote', 'add', 'staging', await staging.listen())
  await chatwright('remote', 'add', 'production', await production.listen())
  out.mockClear()
  err.mockClear()
})
afterEach(async () => {
  process.exitCode = 0
  process.env = { ...before }
  await staging.close()
  await production.close()
  rmSync(home, { recursive: true, force: true })
})
afterAll(() => {
  vi.restoreAllMocks()
  process.umask(mask)
})

const printed = (spy: typeof out) => spy.mock.calls.map(([text]) => String(text)).join('')

/** Runs the command as a shell does; answers its exit code with all that it wrote. */
async function chatwright(...words: string[]): Promise<{ code: number; out: string; err: string }> {
  process.exitCode = 0
  out.mockClear()
  err.mockClear()
  await runCli(['node', 'chatwright', ...words])
  return { code: process.exitCode, out: printed(out), err: printed(err) }
}
const inProject = (command: string, ...words: string[]) => chatwright(command, ...words, '--folder', project)

const read = (path: string) => readFileSync(join(project, path), 'utf8')
const write = (path: string, text: string) => {
  mkdirSync(dirname(join(project, path)), { recursive: true })
  writeFileSync(join(project, path), text)
}
const change = (path: string, from: string, to: string) => {
  expect(read(path)).toContain(from)
  write(path, read(path).replace(from, to))
}
const CODE = 'flows/conversation.flow.ts'

const flowOn = async (server: TestServer, id: string) => {
  const { body } = await server.send('GET', `/api/v1/chatflows/${id}`)
  return body as { version: number; liveVersion: number; flowData: string; publish: string; access: string }
}
/** As if the owner had changed a setting on the canvas. */
const changeThere = async (server: TestServer, id: string, from: string, to: string) => {
  const { flowData, version } = await flowOn(server, id)
  expect(flowData).toContain(from)
  const saved = { flowData: flowData.replace(from, to), version }
  expect((await server.send('PUT', `/api/v1/chatflows/${id}`, saved)).status).toBe(200)
}
const newFlow = () =>
  createConversation(staging, {
    vendorUrl: 'http://127.0.0.1:9/v1',
    inputs: { chatOpenAI_0: { temperature: 0.2 }, conversationChain_0: { systemMessagePrompt: 'Be brief.' } },
  })

test('flows are pulled as code, with credentials by name, types and ids; again changes nothing', async () => {
  const id = await newFlow()
  expect(await inProject('pull', '--to', 'staging')).toMatchObject({ code: 0, out: `${CODE} is new.\n` })
  expect(read(CODE)).toContain("credential: 'Test key'")
  expect(read('chatwright-env.d.ts')).toContain("'openAIApi': 'Test key'")
  expect(JSON.parse(read('chatwright.json'))).toEqual({
    chatwright: 1,
    flows: { conversation: { id } },
    credentials: [{ name: 'Test key', kind: 'openAIApi' }],
    variables: [],
  })
  const { mtimeMs } = statSync(join(project, CODE))
  expect(await inProject('pull', '--to', 'staging')).toMatchObject({ code: 0, out: `${CODE} is up to date.\n` })
  expect(statSync(join(project, CODE)).mtimeMs).toBe(mtimeMs)
  expect(await inProject('check')).toMatchObject({ code: 0, out: '1 flow: 0 errors, 0 warnings\n' })
  expect(await inProject('diff', '--to', 'staging')).toMatchObject({ code: 0 })
})

test('a push saves without publishing, shows the diff, and answers only with --publish', async () => {
  const id = await newFlow()
  await inProject('pull', '--to', 'staging')
  change(CODE, 'temperature: 0.2', 'temperature: 0.7')
  const pushed = await inProject('push', '--to', 'staging')
  expect(pushed).toMatchObject({ code: 0, err: '' })
  expect(pushed.out).toContain('-  temperature: 0.2,\n+  temperature: 0.7,')
  expect(pushed.out).toContain('"Conversation" is version 2 on staging.')
  expect(await flowOn(staging, id)).toMatchObject({ version: 2, liveVersion: 1 })
  expect(await inProject('push', '--to', 'staging', '--publish')).toMatchObject({ code: 0 })
  expect(await flowOn(staging, id)).toMatchObject({ version: 2, liveVersion: 2 })
  expect(await inProject('push', '--to', 'staging')).toMatchObject({
    code: 0,
    out: '"Conversation" is up to date on staging.\n',
  })
})

test('the same flow goes to a second server under its id, by the name of the credential there, for its owner alone', async () => {
  const id = await newFlow()
  await inProject('pull', '--to', 'staging')
  const refused = await inProject('push', '--to', 'production')
  expect(refused).toMatchObject({ code: 1, err: 'production has no credential called "Test key". Create it there.\n' })
  const secret = { name: 'Test key', credentialName: 'openAIApi', plainDataObj: { openAIApiKey: 'sk-other' } }
  const { body } = await production.send('POST', '/api/v1/credentials', secret)
  expect(await inProject('push', '--to', 'production')).toMatchObject({ code: 0 })
  const there = await flowOn(production, id)
  expect(there).toMatchObject({ access: 'owner' })
  expect(there.flowData).toContain(String(body.id))
  expect(await inProject('diff', 'staging', 'production')).toMatchObject({
    code: 0,
    out: 'staging and production have the same flows.\n',
  })
  await changeThere(production, id, '"temperature":0.2', '"temperature":0.8')
  const differs = await inProject('diff', 'staging', 'production', '--json')
  expect(differs.code).toBe(1)
  expect(JSON.parse(differs.out)).toMatchObject({
    before: 'staging',
    after: 'production',
    flows: [{ name: 'conversation', diff: expect.stringContaining('+  temperature: 0.8,') }],
  })
})

test('changes on both sides merge where they touch different nodes, and are refused by name where they touch the same', async () => {
  const id = await newFlow()
  await inProject('pull', '--to', 'staging')
  change(CODE, 'temperature: 0.2', 'temperature: 0.7')
  await changeThere(staging, id, 'Be brief.', 'Be kind.')
  const merged = await inProject('pull', '--to', 'staging')
  expect(merged.out).toMatch(/has your changes and those of version 2 of \d{4}-\d\d-\d\d/)
  expect(read(CODE)).toContain('temperature: 0.7')
  expect(read(CODE)).toContain('Be kind.')
  expect((await inProject('push', '--to', 'staging')).out).toContain('version 3 on staging')

  change(CODE, 'temperature: 0.7', 'temperature: 0.5')
  await changeThere(staging, id, '"temperature":0.7', '"temperature":0.1')
  for (const verb of ['pull', 'push']) {
    const { code, err: why } = await inProject(verb, '--to', 'staging')
    expect({ verb, code }).toEqual({ verb, code: 1 })
    expect(why).toMatch(/was changed here and on staging \(version 4 of .*\), both in chatOpenAI_0\./)
  }
  expect((await flowOn(staging, id)).flowData).toContain('"temperature":0.1')
  expect(read(CODE)).toContain('temperature: 0.5')
  await inProject('pull', '--to', 'staging', '--theirs')
  expect(read(CODE)).toContain('temperature: 0.1')
})

test('what a colleague saved after the comparison stays, also where a flow publishes with each save', async () => {
  const id = await newFlow()
  await inProject('pull', '--to', 'staging')
  const there = await openThere(process.env, await openProject(process.env, project), 'staging')
  for (const publish of ['save', 'hand']) {
    await staging.send('PUT', `/api/v1/chatflows/${id}`, { publish })
    const compared = await there.get(id)
    if (!compared) throw new Error('The flow is gone')
    expect(compared.publish).toBe(publish)
    const [from, to] = publish === 'save' ? ['Be brief.', 'Be kind.'] : ['Be kind.', 'Be bold.']
    await changeThere(staging, id, from, to)
    const colleagues = await flowOn(staging, id)
    await expect(there.save(compared, compared.flow, 'Mine')).rejects.toThrow(
      '"Mine" was saved on staging just now. Push again.',
    )
    expect(await flowOn(staging, id)).toEqual(colleagues)
    expect(colleagues).toMatchObject({ publish, flowData: expect.stringContaining(to) })
  }
})

test('a folder that never pulled overwrites nothing, unless it says which version its changes are based on', async () => {
  const id = await newFlow()
  await inProject('pull', '--to', 'staging')
  rmSync(join(project, '.chatwright'), { recursive: true })
  change(CODE, 'temperature: 0.2', 'temperature: 0.7')
  expect((await inProject('push', '--to', 'staging')).err).toContain('this folder never had it from there')
  expect(await flowOn(staging, id)).toMatchObject({ version: 1 })
  expect(await inProject('push', '--to', 'staging', '--based-on', '1')).toMatchObject({ code: 0 })
  expect(await flowOn(staging, id)).toMatchObject({ version: 2 })
})

test('what is broken is named with its place, and neither side changes', async () => {
  const id = await newFlow()
  await inProject('pull', '--to', 'staging')
  const whole = read(CODE)
  const cases: [string, string, RegExp][] = [
    [
      'a syntax error',
      whole.replace('temperature: 0.2', 'temperature: 0.2.3'),
      /conversation\.flow\.ts:\d+:\d+ error: /,
    ],
    [
      'a merge conflict',
      `<<<<<<< HEAD\n${whole}=======\n>>>>>>> main\n`,
      /:1:1 error: A merge conflict starts here \(HEAD and main\)/,
    ],
    [
      'a credential that nobody knows',
      whole.replace('Test key', 'Tset key'),
      /error: chatwright\.json names no credential "Tset key"/,
    ],
  ]
  for (const [, text, words] of cases) {
    write(CODE, text)
    expect((await inProject('check')).err).toMatch(words)
    expect(await inProject('push', '--to', 'staging')).toMatchObject({ code: 1 })
  }
  expect(await flowOn(staging, id)).toMatchObject({ version: 1 })
  write(CODE, `\uFEFF${whole.replaceAll('\n', '\r\n').replaceAll('  ', '\t')}`)
  expect(await inProject('push', '--to', 'staging')).toMatchObject({ code: 0 })
  expect(await flowOn(staging, id)).toMatchObject({ version: 1 })
  write('chatwright.json', `<<<<<<< HEAD\n{}\n=======\n>>>>>>> main\n`)
  expect((await inProject('check')).err).toContain('chatwright.json contains a merge conflict')
})

test('a server that is older says which node it lacks, and gets nothing', async () => {
  const id = await newFlow()
  await inProject('pull', '--to', 'staging')
  write(CODE, `${read(CODE)}\nconst shout_0 = node('shout@1', { loud: true })\n`)
  expect((await inProject('check')).err).toContain("shout (shout) isn't installed")
  const refused = await inProject('push', '--to', 'staging')
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('staging has no node "shout"') })
  expect(await flowOn(staging, id)).toMatchObject({ version: 1 })
})

test('a flow writes no file outside of prompts, code and flows, and follows no link', async () => {
  const id = await newFlow()
  await inProject('pull', '--to', 'staging')
  const { flowData, version } = await flowOn(staging, id)
  const flow = JSON.parse(flowData) as { nodes: { id: string; data: Record<string, unknown> }[] }
  for (const node of flow.nodes) {
    if (node.id === 'conversationChain_0') node.data['code'] = { files: { systemMessagePrompt: 'package.json' } }
  }
  await staging.send('PUT', `/api/v1/chatflows/${id}`, { flowData: JSON.stringify(flow), version })
  expect((await inProject('pull', '--to', 'staging')).err).toContain(
    "would write package.json, which isn't below prompts or code",
  )
  expect(existsSync(join(project, 'package.json'))).toBe(false)

  await staging.send('POST', `/api/v1/chatflows/${id}/versions/1/restore`)
  rmSync(join(project, 'flows'), { recursive: true })
  mkdirSync(join(home, 'elsewhere'))
  symlinkSync(join(home, 'elsewhere'), join(project, 'flows'))
  expect((await inProject('pull', '--to', 'staging', '--theirs')).err).toContain('leads out of the project folder')
  expect(existsSync(join(home, 'elsewhere/conversation.flow.ts'))).toBe(false)
})

test('keys lie in the settings of the person alone, for nobody else to read, and are never shown', async () => {
  process.env['CHATWRIGHT_API_KEY'] = 'cw-secret-key'
  await chatwright('remote', 'add', 'team', 'https://flows.example.com/canvas/1')
  const file = join(home, 'config/chatwright/environments.json')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
    team: { address: 'https://flows.example.com', key: 'cw-secret-key' },
  })
  const listed = await chatwright('remote', 'list')
  expect(listed.out).toContain('team  https://flows.example.com\n')
  expect(listed.out + listed.err).not.toContain('cw-secret-key')
  await chatwright('remote', 'remove', 'team')
  expect(readFileSync(file, 'utf8')).not.toContain('cw-secret-key')
  expect((await inProject('pull', '--to', 'team')).err).toContain(
    '"team" isn\'t a known server. Known: staging, production.',
  )
})

test('while it watches, files follow the canvas and the canvas follows the files; one watcher a folder', async () => {
  const id = await newFlow()
  await inProject('pull', '--to', 'staging')
  const stop = new AbortController()
  const flags = { folder: project, to: 'staging' }
  const watching = watchProject(process.env, flags, stop)
  await expect.poll(() => printed(out)).toContain('Watching 1 flows of staging')
  await expect(watchProject(process.env, flags, stop)).rejects.toThrow('Another "chatwright pull --watch" runs')
  await changeThere(staging, id, 'Be brief.', 'Be kind.')
  await expect.poll(() => read(CODE)).toContain('Be kind.')
  change(CODE, 'temperature: 0.2', 'temperature: 0.7')
  await expect.poll(async () => (await flowOn(staging, id)).flowData).toContain('"temperature":0.7')
  // A broken file leaves the canvas as it is.
  const whole = read(CODE)
  write(CODE, whole.replace('temperature: 0.7', 'temperature: '))
  await expect.poll(() => printed(err)).toContain('conversation.flow.ts:')
  expect((await flowOn(staging, id)).flowData).toContain('"temperature":0.7')
  write(CODE, whole.replace('temperature: 0.7', 'temperature: 0.4'))
  await expect.poll(async () => (await flowOn(staging, id)).flowData).toContain('"temperature":0.4')
  expect(await flowOn(staging, id)).toMatchObject({ liveVersion: 2 })
  stop.abort()
  await watching
})

test('git alone merges two branches that touched different nodes', async () => {
  await newFlow()
  await inProject('pull', '--to', 'staging')
  const git = (...words: string[]) => {
    const names = ['-c', 'user.name=A', '-c', 'user.email=a@example.com', '-c', 'init.defaultBranch=main']
    const { status, stdout, stderr } = spawnSync('git', [...names, ...words], { cwd: project, encoding: 'utf8' })
    expect(`${status} ${status === 0 ? '' : stdout + stderr}`).toBe('0 ')
    return stdout
  }
  git('init', '-q')
  git('add', '-A')
  expect(git('ls-files')).not.toContain('.chatwright')
  git('commit', '-qm', 'Pulled')
  git('checkout', '-qb', 'warmer')
  change(CODE, 'temperature: 0.2', 'temperature: 0.7')
  git('commit', '-qam', 'Warmer')
  git('checkout', '-q', 'main')
  change(CODE, 'Be brief.', 'Be kind.')
  git('commit', '-qam', 'Kinder')
  git('merge', '-q', '--no-edit', 'warmer')
  expect(read(CODE)).toContain('temperature: 0.7')
  expect(read(CODE)).toContain('Be kind.')
  expect(await inProject('check')).toMatchObject({ code: 0 })
})
