import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import type { Config } from '../../ground/config/config.ts'
import { openDatabase, type Database } from '../../ground/db/database.ts'
import { serveFolder, type ServedFolder } from '../../../testing/served-folder.ts'
import { runHere } from '../../../testing/run-here.ts'
import { runCommand, spawnServer, temporaryFolder } from '../../../testing/spawned-server.ts'
import { createPostgresDatabase } from '../../../testing/own-database.ts'
import { openSnapshot } from './open-snapshot.ts'
import { inOrderOfReference, type Value } from './snapshot.ts'

interface Place {
  env: Record<string, string>
  database: Config['database']
}

const postgresUrl = inject('postgresUrl')
const kinds = postgresUrl === undefined ? (['sqlite'] as const) : (['sqlite', 'postgres'] as const)
const folders: ReturnType<typeof temporaryFolder>[] = []
const servers: ServedFolder[] = []
let file: string

beforeEach(() => {
  file = join(newFolder(), 'all.backup')
})
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()))
  for (const folder of folders.splice(0)) folder.remove()
})

function newFolder(): string {
  const folder = temporaryFolder()
  folders.push(folder)
  return folder.path
}

async function emptyPlace(kind: 'sqlite' | 'postgres'): Promise<Place> {
  const DATA_DIR = newFolder()
  if (kind === 'sqlite') return { env: { DATA_DIR }, database: { kind, file: join(DATA_DIR, 'chatwright.sqlite') } }
  const url = await createPostgresDatabase(postgresUrl ?? '')
  return { env: { DATA_DIR, DATABASE_URL: url }, database: { kind, url } }
}

async function start(place: Place, serve: (env: Place['env']) => Promise<ServedFolder> = serveFolder) {
  const server = await serve(place.env)
  servers.push(server)
  return server
}

async function succeed(place: Place, ...args: string[]): Promise<string> {
  const { code, output } = await runHere(args, place.env)
  expect(code, output).toBe(0)
  return output
}

async function refuse(place: Place, ...args: string[]): Promise<string> {
  const { code, output } = await runHere(args, place.env)
  expect(code, output).toBe(1)
  return output
}

async function withDatabase<Result>(place: Place, work: (database: Database) => Promise<Result>): Promise<Result> {
  const database = await openDatabase(place.database)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

/** Every row of every table, in an order of its own. */
async function contentOf(place: Place): Promise<Record<string, unknown[]>> {
  const snapshot = await openSnapshot(place.database)
  try {
    const content: Record<string, unknown[]> = {}
    for (const table of await snapshot.tables()) {
      const rows: unknown[] = []
      for await (const page of snapshot.rows(table)) {
        rows.push(
          ...page.map((row) => Object.fromEntries(row.map((value, at) => [table.columns[at] ?? '', legible(value)]))),
        )
      }
      content[table.name] = rows.map((row) => JSON.stringify(row, Object.keys(row as object).sort())).sort()
    }
    return content
  } finally {
    await snapshot.end()
  }
}

/** Where the words of runs are indexed is no part of a backup: they are indexed anew. */
function unplaced(runs: unknown[] = []): string[] {
  return runs.map((run) => JSON.stringify({ ...(JSON.parse(String(run)) as object), place: null }))
}

function legible(value: Value): unknown {
  return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value
}

const WORDS = ['one', 'Zwei „ß“', '三 🌱 {"a":"\\n"}']

/** Three rows in every table, something in every column; whatever refers to a row refers to one that is there. */
async function fillEveryTable(place: Place): Promise<void> {
  await withDatabase(place, async ({ query }) => {
    const snapshot = await openSnapshot(place.database)
    const tables = await snapshot.tables()
    await snapshot.end()
    const types = new Map((await query.introspection.getTables()).map((table) => [table.name, table.columns]))
    for (const { name, columns } of tables) {
      for (const [index, word] of WORDS.entries()) {
        const values = columns.map((column) => {
          const type =
            types
              .get(name)
              ?.find((each) => each.name === column)
              ?.dataType.toLowerCase() ?? ''
          if (/int/.test(type)) return index + 1
          if (/double|float/.test(type)) return index + 0.5
          return /blob|bytea/.test(type) ? Buffer.from([0, 255, 10, index]) : word
        })
        await sql`insert into ${sql.table(name)} (${sql.join(columns.map((column) => sql.ref(column)))}) values (${sql.join(values)})`.execute(
          query,
        )
      }
    }
  })
}

test.each(kinds)(
  'every row of every table comes back, but no sign-in and no password link: from %s into either',
  async (from) => {
    const source = await emptyPlace(from)
    await fillEveryTable(source)
    const before = await contentOf(source)
    expect(Object.values(before).map((rows) => rows.length)).toEqual(Object.values(before).map(() => WORDS.length))
    await succeed(source, 'backup', file)
    for (const to of kinds) {
      const target = await emptyPlace(to)
      await succeed(target, 'restore', file)
      expect(await contentOf(target), to).toEqual({
        ...before,
        run: unplaced(before['run']),
        password_link: [],
        sign_in: [],
      })
      // Words can be searched, and what is stored next gets a number of its own.
      await withDatabase(target, async ({ query }) => {
        const row = { collection: 'new', id: 'new', metadata: '{}', content: 'zebra' }
        const { seq } = await query.insertInto('vector_document').values(row).returning('seq').executeTakeFirstOrThrow()
        expect(seq).toBeGreaterThan(WORDS.length)
        const found =
          to === 'sqlite'
            ? await sql`select rowid from vector_text where vector_text match 'one'`.execute(query)
            : await sql`select seq from vector_document where words @@ to_tsquery('english', 'zebra')`.execute(query)
        expect(found.rows).toHaveLength(1)
      })
    }
  },
)

describe.each(kinds)('on %s', (kind) => {
  test('what the server keeps comes back, with a key that opens it, while it goes on serving', async () => {
    const source = await emptyPlace(kind)
    // In a process of its own, which has the folder for itself.
    const server = await start(source, spawnServer)
    const credential = await post(server, '/credentials', {
      name: 'Key',
      credentialName: 'openAIApi',
      plainDataObj: { openAIApiKey: 'sk-kept' },
    })
    const flow = await post(server, '/chatflows', { name: 'Kept', flowData: '{"nodes":[],"edges":[]}' })
    const reference = await upload(server, 'a text to keep')

    const made = await runCommand(['backup', '--with-secret-key', file], source.env)
    expect(made).toMatchObject({ code: 0, output: expect.stringContaining('The file contains the encryption key') })
    expect((await fetch(`${server.url}/health/ready`)).status).toBe(200)

    const target = await emptyPlace(kind)
    const restored = await runCommand(['restore', file], target.env)
    expect(restored.code, restored.output).toBe(0)
    expect(restored.output).not.toContain("a key that isn't here")
    const again = await start(target)
    expect(await get(again, `/chatflows/${flow}`)).toMatchObject({ name: 'Kept' })
    expect(await get(again, `/credentials/${credential}`)).toMatchObject({ name: 'Key' })
    expect(await download(again, reference)).toBe('a text to keep')
    expect(readFileSync(join(target.env['DATA_DIR'] ?? '', 'secret.key'))).toEqual(
      readFileSync(join(source.env['DATA_DIR'] ?? '', 'secret.key')),
    )
  })

  test('it is one moment, whoever writes meanwhile', async () => {
    const source = await emptyPlace(kind)
    await withDatabase(source, async (database) => {
      const value = 'x'.repeat(2000)
      for (let i = 0; i < 40; i += 1) {
        const rows = Array.from({ length: 100 }, (_, j) => ({ namespace: 'n', key: `${i}-${j}`, value }))
        await database.query.insertInto('record').values(rows).execute()
      }
      let written = 0
      const over = new AbortController()
      const writing = (async () => {
        while (!over.signal.aborted) {
          written += 1
          await addPair(database, `pair-${written}`)
          // SQLite answers at once: without a pause nothing else would get its turn.
          await nextTurn()
        }
      })()
      const { code, output } = await runCommand(['backup', file], source.env)
      over.abort()
      await writing
      expect(code, output).toBe(0)
      expect(output).toContain("isn't in the file")
      const [tools, variables] = [rowsIn(file, 'tool'), rowsIn(file, 'variable')]
      // The first table was read long before the second, and both show the same pairs.
      expect(variables).toBe(tools)
      expect(written).toBeGreaterThan(tools)
    })
  })

  test('what is here is given up only where somebody says so, files too', async () => {
    const [source, target] = [await emptyPlace(kind), await emptyPlace(kind)]
    await post(await start(source), '/chatflows', { name: 'Kept', flowData: '{"nodes":[],"edges":[]}' })
    await succeed(source, 'backup', file)
    const server = await start(target)
    await post(server, '/chatflows', { name: 'Here', flowData: '{"nodes":[],"edges":[]}' })
    const reference = await upload(server, 'here')
    await servers.pop()?.stop()
    const before = await contentOf(target)
    expect(await refuse(target, 'restore', file)).toMatch(/already data here \(.*chat_flow.*1 files\).*--replace/)
    expect(await contentOf(target)).toEqual(before)
    await succeed(target, 'restore', '--replace', file)
    expect(await contentOf(target)).toEqual(await contentOf(source))
    const again = await start(target)
    await expect(download(again, reference)).rejects.toThrow('404')
  })
})

describe('a backup that is not sound', () => {
  let source: Place
  let sound: Buffer
  const kept = temporaryFolder()
  // Made once; each test spoils a copy.
  beforeAll(async () => {
    const DATA_DIR = join(kept.path, 'data')
    source = { env: { DATA_DIR }, database: { kind: 'sqlite', file: join(DATA_DIR, 'chatwright.sqlite') } }
    mkdirSync(DATA_DIR)
    await fillEveryTable(source)
    const made = join(kept.path, 'all.backup')
    await succeed(source, 'backup', made)
    sound = readFileSync(made)
  })
  afterAll(() => kept.remove())
  beforeEach(() => writeFileSync(file, sound))

  const text = () => gunzipSync(readFileSync(file)).toString()
  const damages: [string, () => Buffer][] = [
    ['cut off', () => readFileSync(file).subarray(0, -40)],
    // In its middle, among the rows.
    [
      'with a byte that changed',
      () => Buffer.from(readFileSync(file).map((byte, at, { length }) => (at === length >> 1 ? byte ^ 8 : byte))),
    ],
    ['with a row that changed', () => gzipSync(text().replace('"one"', '"two"'))],
    ['without one of its rows', () => gzipSync(text().replace(/^\{"row".*\n/m, ''))],
    ['without its end', () => gzipSync(text().replace(/\{"end".*\n$/, ''))],
  ]
  test.each(damages)('%s is refused, and nothing is touched', async (_, damage) => {
    writeFileSync(file, damage())
    const target = await emptyPlace('sqlite')
    expect(await refuse(target, 'restore', file)).toContain('is damaged')
    expect(readdirSync(target.env['DATA_DIR'] ?? '')).toEqual([])
  })

  test('of a newer version, and what is none at all, is told apart', async () => {
    const target = await emptyPlace('sqlite')
    writeFileSync(file, gzipSync(text().replace('"0001-foundation"', '"0001-foundation","9999-later"')))
    const refused = await runCommand(['restore', file], target.env)
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('newer version') })
    writeFileSync(file, gzipSync('{"chatflows":[]}\n'))
    expect(await refuse(target, 'restore', file)).toContain('chatwright import')
    expect(await refuse(target, 'restore', join(newFolder(), 'none'))).toContain("doesn't exist")
  })

  test('nothing is written where there is nothing, and no half of it stays', async () => {
    const empty = await emptyPlace('sqlite')
    const other = join(newFolder(), 'other')
    expect(await refuse(empty, 'backup', other)).toContain('There is no database')
    expect(await refuse(source, 'backup', join(other, 'in', 'no', 'folder'))).toContain("couldn't be written")
    expect(existsSync(other)).toBe(false)
  })
})

test('an older schema is restored as it was and then brought up to date', async () => {
  const source = await emptyPlace('sqlite')
  await fillEveryTable(source)
  await succeed(source, 'backup', file)
  const column = JSON.stringify('text_to_speech')
  const lines = gunzipSync(readFileSync(file)).toString().trimEnd().split('\n')
  const older = lines.slice(0, -1).map((line) => {
    if (line.includes('"schema"')) return line.replace(',"0008-text-to-speech"', '')
    return line
  })
  const at = older.findIndex((line) => line.startsWith('{"table":"chat_flow",'))
  const { columns } = JSON.parse(older[at] ?? '') as { columns: string[] }
  const place = columns.indexOf(JSON.parse(column) as string)
  older[at] = JSON.stringify({ table: 'chat_flow', columns: columns.toSpliced(place, 1) })
  for (let row = at + 1; row <= at + WORDS.length; row += 1) {
    older[row] = JSON.stringify({ row: (JSON.parse(older[row] ?? '') as { row: Value[] }).row.toSpliced(place, 1) })
  }
  const { createHash } = await import('node:crypto')
  const body = `${older.join('\n')}\n`
  const end = JSON.parse(lines.at(-1) ?? '') as { end: object }
  const sha256 = createHash('sha256').update(body).digest('hex')
  writeFileSync(file, gzipSync(`${body}${JSON.stringify({ end: { ...end.end, sha256 } })}\n`))
  const target = await emptyPlace('sqlite')
  await succeed(target, 'restore', file)
  const flows = (await contentOf(target))['chat_flow'] ?? []
  expect(flows).toHaveLength(WORDS.length)
  expect(flows.every((row) => String(row).includes('"text_to_speech":null'))).toBe(true)
})

test('tables that refer to each other in a circle are named', () => {
  const circle = [
    { name: 'run', columns: [], refersTo: ['tool'] },
    { name: 'tool', columns: [], refersTo: ['run'] },
  ] as const
  expect(() => inOrderOfReference(circle)).toThrow('run, tool')
})

async function post(server: ServedFolder, path: string, body: object): Promise<string> {
  const answer = await fetch(`${server.url}/api/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(answer.ok, path).toBe(true)
  return ((await answer.json()) as { id: string }).id
}

async function get(server: ServedFolder, path: string): Promise<unknown> {
  return (await fetch(`${server.url}/api/v1${path}`)).json()
}

async function upload(server: ServedFolder, content: string): Promise<string> {
  const form = new FormData()
  form.append('file', new Blob([content], { type: 'text/plain' }), 'kept.txt')
  const answer = await fetch(`${server.url}/api/v1/files`, { method: 'POST', body: form })
  return ((await answer.json()) as { reference: string }).reference
}

async function download(server: ServedFolder, reference: string): Promise<string> {
  const answer = await fetch(`${server.url}/api/v1/files/${reference.replace(/^.*[/:]/, '')}`)
  if (!answer.ok) throw new Error(String(answer.status))
  return answer.text()
}

async function addPair(database: Database, id: string): Promise<void> {
  const dates = { created_date: 'd', updated_date: 'd' }
  await database.transact(async (transaction) => {
    await transaction
      .insertInto('tool')
      .values({ id, name: id, description: '', color: '', ...dates })
      .execute()
    await transaction
      .insertInto('variable')
      .values({ id, name: id, value: '', type: 'static', is_secret: 0, ...dates })
      .execute()
  })
}

function rowsIn(archive: string, table: string): number {
  const lines = gunzipSync(readFileSync(archive)).toString().split('\n')
  const from = lines.findIndex((line) => line.startsWith(`{"table":"${table}"`))
  const after = lines.findIndex((line, at) => at > from && !line.startsWith('{"row"'))
  return after - from - 1
}
