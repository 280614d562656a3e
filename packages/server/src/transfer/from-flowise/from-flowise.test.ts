import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Libsql from 'libsql'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { createPostgresDatabase } from '../../../testing/own-database.ts'
import { serveFolder, type ServedFolder } from '../../../testing/served-folder.ts'
import { runHere } from '../../../testing/run-here.ts'
import { runCommand, temporaryFolder } from '../../../testing/spawned-server.ts'
import * as flowise from '../../../testing/fake-flowise.ts'
import { openFlowiseSecret } from './flowise-secrets.ts'

let folder: ReturnType<typeof temporaryFolder>
const servers: ServedFolder[] = []
let env: Record<string, string>

beforeEach(() => {
  folder = temporaryFolder()
  env = { DATA_DIR: join(folder.path, 'ours') }
})
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()))
  folder.remove()
})

const bring = (source: string, ...flags: string[]) => runHere(['import', '--from-flowise', source, ...flags], env)
/** In a process of its own, as people do. */
const bringApart = (source: string, ...flags: string[]) =>
  runCommand(['import', '--from-flowise', source, ...flags], env)

const documents = (...path: string[]) => join(env['DATA_DIR'] ?? '', 'from-flowise', 'document-stores', ...path)

function expectDocuments(): void {
  const read = (...path: string[]) => readFileSync(documents(flowise.STORE, ...path), 'utf8')
  expect(JSON.parse(read('store.json'))).toMatchObject({
    name: 'Handbook',
    loaders: [{ id: 'l1', loaderId: 'textFile' }],
    vectorStoreConfig: { name: 'qdrant', config: { qdrantCollection: 'lamps' } },
  })
  const passages = read('passages.jsonl').trimEnd().split('\n')
  expect(passages.map((line) => JSON.parse(line) as unknown)).toEqual([
    { id: 'k1', docId: 'l1', chunkNo: expect.anything(), pageContent: 'Passage 1', metadata: { source: 'lamps.txt' } },
    { id: 'k2', docId: 'l1', chunkNo: expect.anything(), pageContent: 'Passage 2', metadata: { source: 'lamps.txt' } },
  ])
  expect(read('files', 'lamps.txt')).toBe('Passage 1 and passage 2')
  expect(readdirSync(documents()).sort()).toEqual([flowise.STORE, 'd2'].sort())
  expect(statSync(documents(flowise.STORE, 'passages.jsonl')).mode & 0o077).toBe(0)
}

/** Its store is under Knowledge, with the file that was found; its documents are loaded again. */
async function expectStore(get: (path: string) => Promise<unknown>): Promise<void> {
  const source = { id: 'l1', loaderId: 'textFile', status: 'SYNCING', files: [{ name: 'lamps.txt' }] }
  expect(await get(`/api/v1/document-store/store/${flowise.STORE}`)).toMatchObject({
    name: 'Handbook',
    status: 'STALE',
    vectorStoreConfig: { name: 'qdrant' },
    loaders: [source],
  })
}

async function expectNothing(): Promise<void> {
  const { get } = await serve()
  for (const list of ['chatflows', 'credentials', 'apikey', 'tools', 'variables', 'document-store/store'])
    expect(await get(`/api/v1/${list}`)).toEqual([])
  expect(existsSync(documents())).toBe(false)
}

/** A Flowise with more messages than are written at a time, and one row at its end that no database takes. */
function withFaultAtItsEnd() {
  const tables = flowise.tablesOfToday()
  const [message] = tables['chat_message'] ?? []
  const [lead] = tables['lead'] ?? []
  if (!message || !lead) throw new Error('There is no message to copy')
  const more = Array.from({ length: 1200 }, (_, index) => ({ ...message, id: `more-${index}` }))
  return { ...tables, chat_message: [message, ...more], lead: [lead, lead] }
}

async function serve() {
  const server = await serveFolder(env)
  servers.push(server)
  const get = async (path: string) => {
    const answer = await fetch(`${server.url}${path}`)
    return answer.headers.get('content-type')?.includes('json') ? answer.json() : answer.text()
  }
  return { get, url: server.url }
}

/** What came over, asked of the running server. */
async function expectEverything(): Promise<void> {
  const { get, url } = await serve()
  await expectStore(get)
  const flow = await get(`/api/v1/chatflows/${flowise.FLOW}`)
  expect(flow).toMatchObject({ name: 'Support', isPublic: true, apikeyid: 'key1', chatbotConfig: '{"title":"Ask us"}' })
  expect(flow.createdDate).toBe('2024-05-06T07:08:09.000Z')
  const reference = JSON.parse(flow.flowData).nodes[0].data.inputs.csvFile as string
  expect(await get(`/api/v1/files/${reference.slice('FILE-STORAGE::'.length)}`)).toBe(flowise.csv)
  expect((await get(`/api/v1/chatflows/${flowise.AGENTS}`)).type).toBe('AGENTFLOW')
  const messages = await get(`/api/v1/chatmessage/${flowise.FLOW}?chatType=EXTERNAL&feedback=true`)
  expect(messages.map(({ content }: { content: string }) => content)).toEqual(['What is a lamp?', '12'])
  expect(messages[1].feedback).toMatchObject({ rating: 'THUMBS_UP', content: 'yes' })
  const upload = `chatflowId=${flowise.AGENTS}&chatId=c1&fileName=lamp.txt`
  expect(await get(`/api/v1/get-upload-file?${upload}`)).toBe('a lamp')
  const credential = await get(`/api/v1/credentials/${flowise.CREDENTIAL}`)
  expect(credential).toMatchObject({ name: 'Azure of ours', credentialName: 'azureOpenAIApi' })
  expect(credential.plainDataObj.azureOpenAIApiInstanceName).toBe('lamps')
  expect(JSON.stringify(await get('/api/v1/tools'))).toContain('"add"')
  expect(JSON.stringify(await get('/api/v1/variables'))).toContain('Rome')
  expect(JSON.stringify(await get(`/api/v1/leads/${flowise.FLOW}`))).toContain('ann@example.com')
  const asked = await fetch(`${url}/api/v1/prediction/${flowise.FLOW}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${flowise.KEY}` },
    body: '{"question":"x"}',
  })
  expect(asked.status).toBe(401)
}

const lines = [
  'Credential Azure of ours: brought in',
  "Credential Odd: refused. Credentials of the type telepathyApi aren't available here.",
  '"Website" (key1): asks all flows',
  'Imported 1 lead.',
  'Imported 1 file of conversations.',
  'Document store Handbook: kept as files in ',
  ': 2 passages, 1 file, its settings. 1 file could not be found.',
  'Document store Empty: kept as files in ',
  'Document store Handbook: brought in',
  'Text File: the file lost.txt is missing. Choose it again in this source.',
  `Support (${flowise.FLOW}): brought in`,
  'Tool add: brought in',
  'Variable city: brought in',
  'Imported 3 messages.',
  'Imported 1 rating.',
]

describe('a Flowise on SQLite', () => {
  test('comes over with its ids, files, messages, credentials and keys, and is left as it was', async () => {
    const source = flowise.writeFolder(join(folder.path, 'theirs'), flowise.tablesOfToday())
    const before = fingerprint(source)
    const { code, output } = await bringApart(source)
    expect(code, output).toBe(0)
    for (const line of lines) expect(output).toContain(line)
    expect(fingerprint(source)).toEqual(before)
    expectDocuments()
    await expectEverything()
  })

  test('comes over whole or not at all, whatever is wrong at its end', async () => {
    const source = flowise.writeFolder(join(folder.path, 'theirs'), withFaultAtItsEnd())
    const { code, output } = await bring(source)
    expect(code).toBe(1)
    expect(output).toMatch(/^The import contradicts itself: .*lead.*\. Nothing was changed\.$/m)
    await expectNothing()
  })

  test('may be brought over again: what is here stays, or is replaced', async () => {
    const source = flowise.writeFolder(join(folder.path, 'theirs'), flowise.tablesOfToday())
    await bring(source)
    const again = await bring(source)
    expect(again.output).toContain('Credential Azure of ours: left out')
    expect(again.output).toContain('API key Website: left out')
    expect(again.output).not.toContain('came along')
    expect(again.output).toContain('Document store Handbook: left out, since it is in ')
    writeFileSync(documents(flowise.STORE, 'passages.jsonl'), 'spoiled')
    const replaced = await bring(source, '--existing', 'replace')
    expect(replaced.output).toContain('Credential Azure of ours: replaced')
    expect(replaced.output).toContain(`Support (${flowise.FLOW}): replaced`)
    expectDocuments()
    await expectEverything()
  })

  test('is read while it writes', async () => {
    const source = flowise.writeFolder(join(folder.path, 'theirs'), flowise.tablesOfToday())
    const running = new Libsql(join(source, 'database.sqlite'))
    running.exec('begin immediate')
    running.exec(`update chat_flow set name = 'Half saved'`)
    const { code, output } = await bringApart(source)
    running.exec('rollback')
    running.close()
    expect(code, output).toBe(0)
    expect(output).toContain(`Support (${flowise.FLOW}): brought in`)
  })

  test('of version 1.3 comes over too, with the keys of its file', async () => {
    const keyFile = [{ id: 'key1', keyName: 'Website', apiKey: flowise.KEY, apiSecret: 'x.y', createdAt: '06-May-24' }]
    const source = flowise.writeFolder(join(folder.path, 'theirs'), flowise.tablesOfThen(), { keyFile })
    const { output } = await bring(join(source, 'database.sqlite'), '--allow-keys')
    expect(output).toContain('Activated API keys:')
    const { get, url } = await serve()
    expect(await get(`/api/v1/chatmessage/${flowise.FLOW}`)).toMatchObject([{ content: 'Old words' }])
    const asked = await fetch(`${url}/api/v1/chatflows/apikey/${flowise.KEY}`, {
      headers: { authorization: `Bearer ${flowise.KEY}` },
    })
    expect(asked.status).toBe(200)
  })

  test('is only looked at in a trial', async () => {
    const source = flowise.writeFolder(join(folder.path, 'theirs'), flowise.tablesOfToday())
    const { output } = await bring(source, '--dry-run')
    expect(output).toContain(`Support (${flowise.FLOW}): brought in`)
    expect(output).toContain('This was a dry run. Nothing was saved.')
    expect(output).toContain('Document store Handbook: would be kept as files in ')
    await expectNothing()
  })

  test('keeps its secrets where the key is missing or another', async () => {
    const source = flowise.writeFolder(join(folder.path, 'theirs'), flowise.tablesOfToday())
    const { output } = await bring(
      source,
      '--flowise-key',
      join(source, 'storage', 'organisation', flowise.FLOW, 'prices.csv'),
    )
    expect(output).toContain("Credential Azure of ours: refused. This key can't decrypt it.")
  })

  test.each([
    [['/nowhere/at/all'], "/nowhere/at/all doesn't exist."],
    [['mysql://a:b@c/d'], "A Flowise on MySQL can't be read directly."],
    [['postgres://me:secret@127.0.0.1:1/x'], "postgres://me:…@127.0.0.1:1/x can't be read"],
    [['/nowhere', '--existing', 'copy'], 'choose --existing skip or replace'],
  ])('that cannot be read is refused in a sentence: %s', async (args, sentence) => {
    const [source = '', ...flags] = args
    const { code, output } = await bring(source, ...flags)
    expect(code).toBe(1)
    expect(output).toContain(sentence)
    expect(output).not.toContain('secret@')
  })

  test('whose files lead out of its folder keeps them', async () => {
    const tables = flowise.tablesOfToday()
    const [flow] = tables['chat_flow'] ?? []
    if (flow) flow['flowData'] = String(flow['flowData']).replace('prices.csv', '../../../encryption.key')
    const source = flowise.writeFolder(join(folder.path, 'theirs'), tables)
    const { output } = await bring(source)
    expect(output).toContain('The file ../../../encryption.key is missing.')
  })
})

describe.runIf(inject('postgresUrl') !== undefined)('a Flowise on PostgreSQL', () => {
  test('comes over into a server on PostgreSQL', async () => {
    const url = inject('postgresUrl') ?? ''
    const source = await createPostgresDatabase(url)
    await flowise.writePostgres(source, flowise.tablesOfToday())
    const theirs = flowise.writeFolder(join(folder.path, 'theirs'), flowise.tablesOfToday())
    env = { ...env, DATABASE_URL: await createPostgresDatabase(url) }
    const { code, output } = await bringApart(
      source,
      '--flowise-key',
      join(theirs, 'encryption.key'),
      '--flowise-files',
      join(theirs, 'storage'),
    )
    expect(code, output).toBe(0)
    for (const line of lines) expect(output).toContain(line)
    expectDocuments()
    await expectEverything()
  })

  test('comes over whole or not at all', async () => {
    const url = inject('postgresUrl') ?? ''
    const source = flowise.writeFolder(join(folder.path, 'theirs'), withFaultAtItsEnd())
    env = { ...env, DATABASE_URL: await createPostgresDatabase(url) }
    const { output } = await bring(source)
    expect(output).toContain('Nothing was changed.')
    await expectNothing()
  })
})

test('a secret sealed by OpenSSL itself opens, and with another passphrase does not', () => {
  const sealed = execFileSync(
    'openssl',
    ['enc', '-aes-256-cbc', '-md', 'md5', '-a', '-A', '-pass', `pass:${flowise.PASSPHRASE}`],
    {
      input: '{"apiKey":"sk-ü"}',
      stdio: ['pipe', 'pipe', 'ignore'],
    },
  ).toString()
  expect(openFlowiseSecret(sealed, flowise.PASSPHRASE)).toEqual({ apiKey: 'sk-ü' })
  expect(openFlowiseSecret(sealed, 'another')).toBeUndefined()
  expect(openFlowiseSecret('bm8=', flowise.PASSPHRASE)).toBeUndefined()
})

function fingerprint(path: string): Record<string, string> {
  const files = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return Object.fromEntries(
    files.map((file) => {
      const full = join(file.parentPath, file.name)
      return [full, createHash('sha256').update(readFileSync(full)).digest('hex')]
    }),
  )
}
