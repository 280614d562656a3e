// Searching a million passages of 384 numbers: how much of the truth each way finds, how long it takes at one and at eight
// at once, what it keeps in memory and how long it takes to make. `CHATWRIGHT_VECTORS=100000` tries it with fewer.
import { createVectorTable } from '@chatwright/core'
import { createJiti } from 'jiti'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { machineLoad } from './lib/browser-page.ts'
import { clusteredVectors, type ClusteredVectors } from './lib/clustered-vectors.ts'
import { createCodedIndex, type Candidate } from './lib/coded-index.ts'
import { report } from './lib/figures.ts'
import { createSignBits } from './lib/sign-bits.ts'

const DIMENSIONS = 384
const COUNT = Number(process.env['CHATWRIGHT_VECTORS'] ?? 1_000_000)
const QUESTIONS = 100
const K = 10
const SAMPLE = 40_000
const LISTS = Math.round(Math.sqrt(COUNT))
const PAGE = 5000

/** What is used of the product's own connection. */
interface Sqlite {
  exec(sql: string): unknown
  prepare(sql: string): { run(...values: unknown[]): unknown; all(...values: unknown[]): unknown[] }
  close(): void
}
interface Row {
  seq: number
  vector: Float32Array
}
type Search = (question: Float32Array) => readonly number[]

const { openSqlite } = await createJiti(import.meta.url).import<{ openSqlite(file: string): Sqlite }>(
  '../../packages/server/src/db/open-sqlite.ts',
)

const folder = mkdtempSync(join(tmpdir(), 'chatwright-vectors-'))
const database = openSqlite(join(folder, 'vectors.sqlite'))
try {
  const source = clusteredVectors(DIMENSIONS, 1)
  const questions = store(source)
  const truth = exactly(questions)
  const measure = (name: string, search: Search, asked = questions) => measured(name, { search, asked, truth })

  const scan = database.prepare('select seq from vector_embedding order by vec_distance_cosine(embedding, ?) limit ?')
  measure(
    'Compared in SQLite, each with each',
    (question) => (scan.all(bytes(question), K) as { seq: number }[]).map(({ seq }) => seq),
    questions.slice(0, 3),
  )

  const signs = createSignBits(DIMENSIONS, COUNT)
  made('Signs', signs, ({ seq, vector }) => signs.add(seq, vector))
  for (const compared of [200, 1000]) {
    measure(
      `Signs of all, ${compared} compared`,
      rescored(compared, (question) => signs.nearest(question, compared)),
      questions.slice(0, 24),
    )
  }

  const began = performance.now()
  const index = createCodedIndex({ dimensions: DIMENSIONS, lists: LISTS, sample: sampled() })
  report([{ name: `Middles of ${LISTS} lists learned in`, value: (performance.now() - began) / 1000, unit: 's' }])
  made('Bits in lists', index, ({ seq, vector }) => index.add(seq, vector))
  for (const lists of [4, 8, 16, 32]) {
    for (const compared of [50, 100, 200]) {
      measure(
        `${lists} lists, ${compared} compared`,
        rescored(compared, (question) => index.nearest(question, { k: compared, lists })),
      )
    }
  }
  report([{ name: 'Load of the machine at the end', value: machineLoad(), unit: '' }])
} finally {
  database.close()
  rmSync(folder, { recursive: true, force: true })
}

/** What an index thinks is nearest, put into order by the vectors themselves. */
function rescored(compared: number, nearest: (question: Float32Array) => Candidate[]): Search {
  const places = Array.from({ length: compared }, () => '?').join(',')
  const read = database.prepare(`select seq, embedding from vector_embedding where seq in (${places})`)
  return (question) => {
    const rows = read.all(...nearest(question).map(({ seq }) => seq)).map(asRow)
    const table = createVectorTable(DIMENSIONS)
    for (const { vector } of rows) table.add(vector)
    return table.nearest(question, K).map(({ row }) => rows[row]?.seq ?? -1)
  }
}

function measured(
  name: string,
  { search, asked, truth }: { search: Search; asked: readonly Float32Array[]; truth: readonly number[][] },
): void {
  for (const question of asked.slice(0, 10)) search(question)
  const times: number[] = []
  let found = 0
  const before = process.cpuUsage()
  for (const [number, question] of asked.entries()) {
    const began = performance.now()
    const seqs = new Set(search(question))
    times.push(performance.now() - began)
    found += truth[number]?.filter((seq) => seqs.has(seq)).length ?? 0
  }
  const { user, system } = process.cpuUsage(before)
  // One thread does them one after another: the last of eight waits for seven.
  const waited = times.map((_, at) => times.slice(Math.max(0, at - 7), at + 1).reduce((sum, each) => sum + each, 0))
  const one = percentile(times, 0.95)
  const eight = percentile(waited.slice(7), 0.95)
  const shown = `p95 ${one.toFixed(1)} ms, the last of eight ${eight.toFixed(1)} ms, found ${(found / (asked.length * K)).toFixed(3)}`
  report([{ name, value: (user + system) / 1000 / times.length, unit: 'ms CPU', noise: shown }])
}

/** Stores them, and gives questions about some of them. */
function store(source: ClusteredVectors): Float32Array[] {
  database.exec('create table vector_embedding (seq integer primary key, embedding blob not null)')
  const insert = database.prepare('insert into vector_embedding (seq, embedding) values (?, ?)')
  const about: Float32Array[] = []
  const began = performance.now()
  for (let seq = 0; seq < COUNT;) {
    database.exec('begin')
    for (const end = Math.min(COUNT, seq + PAGE); seq < end; seq += 1) {
      const vector = new Float32Array(DIMENSIONS)
      source.next(vector)
      if (seq % Math.floor(COUNT / QUESTIONS) === 0) about.push(vector)
      insert.run(seq, bytes(vector))
    }
    database.exec('commit')
  }
  report([{ name: 'Vectors made and stored a second', value: COUNT / ((performance.now() - began) / 1000), unit: '' }])
  return about.slice(0, QUESTIONS).map((vector) => {
    const question = new Float32Array(DIMENSIONS)
    source.question(vector, question)
    return question
  })
}

function* pages(): Generator<Row[]> {
  const page = database.prepare(`select seq, embedding from vector_embedding where seq > ? order by seq limit ${PAGE}`)
  for (let after = -1; ;) {
    const rows = page.all(after).map(asRow)
    if (rows.length === 0) return
    yield rows
    after = rows.at(-1)?.seq ?? after
  }
}

/** The true ten of each question, by comparing it with every vector. */
function exactly(questions: readonly Float32Array[]): number[][] {
  let best = questions.map((): { seq: number; score: number }[] => [])
  for (const rows of pages()) {
    const table = createVectorTable(DIMENSIONS)
    for (const { vector } of rows) table.add(vector)
    best = questions.map((question, at) =>
      table
        .nearest(question, K)
        .map(({ row, score }) => ({ seq: rows[row]?.seq ?? -1, score }))
        .concat(best[at] ?? [])
        .sort((a, b) => b.score - a.score)
        .slice(0, K),
    )
  }
  return best.map((own) => own.map(({ seq }) => seq))
}

function sampled(): Float32Array[] {
  const every = Math.max(1, Math.floor(COUNT / SAMPLE))
  const sample: Float32Array[] = []
  for (const rows of pages()) for (const { seq, vector } of rows) if (seq % every === 0) sample.push(vector)
  return sample
}

function made(name: string, index: { readonly bytes: number }, add: (row: Row) => void): void {
  const began = performance.now()
  for (const rows of pages()) for (const row of rows) add(row)
  const shown = `${(index.bytes / 2 ** 20).toFixed(0)} MB in memory, ${(index.bytes / COUNT).toFixed(0)} bytes a passage`
  report([{ name: `${name}: read and coded in`, value: (performance.now() - began) / 1000, unit: 's', noise: shown }])
}

function asRow(read: unknown): Row {
  const { seq, embedding } = read as { seq: number; embedding: Uint8Array | ArrayBuffer }
  if (embedding instanceof ArrayBuffer) return { seq, vector: new Float32Array(embedding) }
  const { buffer, byteOffset, byteLength } = embedding
  return { seq, vector: new Float32Array(buffer.slice(byteOffset, byteOffset + byteLength)) }
}

function bytes(vector: Float32Array): Buffer {
  return Buffer.from(vector.buffer)
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length * share)] ?? 0
}
