import { loadCatalogue } from '@chatwright/nodes'
import type { Embeddings, NodeContext, Run } from '@chatwright/core'
import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** As the product cuts new sources; shorter ones are embedded sooner. */
const CHARACTERS = Number(process.env['CHATWRIGHT_CHARACTERS'] ?? 300)
const SHORTEST = CHARACTERS / 2
const AT_ONCE = 32
/** Of a vector of the built-in model. */
const BYTES = 384 * 4

export interface RealPassages {
  texts: string[]
  vectors: Float32Array[]
  /** The first half of some passages, as a person who remembers it would ask. */
  questions: Float32Array[]
}

/**
 * Passages people wrote: what the installed packages say of themselves, cut as the product cuts new sources and embedded by the
 * built-in model. That takes most of the time, so the vectors are kept for the next.
 */
export async function realPassages(root: string, count: number, asked: number): Promise<RealPassages> {
  const texts = readTexts(root, count)
  const halves = Array.from({ length: asked }, (_, at) => texts[Math.floor((at * texts.length) / asked)] ?? '').map(
    (text) => text.slice(0, text.length / 2),
  )
  const all = [...texts, ...halves]
  const folder = join(root, 'node_modules/.cache/chatwright')
  const file = join(folder, `passages-${createHash('sha256').update(all.join('\0')).digest('hex').slice(0, 16)}.f32`)
  mkdirSync(folder, { recursive: true })
  await embedInto(file, all)
  const numbers = new Float32Array(new Uint8Array(readFileSync(file)).buffer)
  const length = numbers.length / all.length
  const vectors = all.map((_, at) => numbers.subarray(at * length, (at + 1) * length))
  return { texts, vectors: vectors.slice(0, texts.length), questions: vectors.slice(texts.length) }
}

function readTexts(root: string, count: number): string[] {
  const texts = new Set<string>()
  const written = ['docs', 'node_modules'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true }),
  )
  const files = written.filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
  for (const file of files.map((entry) => join(entry.parentPath, entry.name)).toSorted()) {
    for (const paragraph of readFileSync(file, 'utf8').split(/\n\n+/)) {
      for (const text of cutAtWords(paragraph)) if (text.length >= SHORTEST) texts.add(text)
    }
    if (texts.size >= count) break
  }
  return [...texts].slice(0, count)
}

function* cutAtWords(paragraph: string): Generator<string> {
  let text = ''
  for (const word of paragraph.split(/\s+/)) {
    if (text !== '' && text.length + 1 + word.length > CHARACTERS) {
      yield text
      text = ''
    }
    text = `${text} ${word}`.trim().slice(0, CHARACTERS)
  }
  yield text
}

/** Goes on where it was stopped: what was embedded stands in the file. */
async function embedInto(file: string, texts: readonly string[]): Promise<void> {
  const done = existsSync(file) ? statSync(file).size / BYTES : 0
  if (done === texts.length) return
  const embeddings = await builtInEmbeddings()
  const run = { signal: new AbortController().signal } as Run
  for (let start = done; start < texts.length; start += AT_ONCE) {
    const rows = await embeddings.embedDocuments(texts.slice(start, start + AT_ONCE), run)
    appendFileSync(file, new Uint8Array(Float32Array.from(rows.flat()).buffer))
    if (start % (AT_ONCE * 100) === 0) console.log(`${start} of ${texts.length} passages embedded`)
  }
}

async function builtInEmbeddings(): Promise<Embeddings> {
  const definition = await (await loadCatalogue()).loadNode('builtInEmbeddings')
  const node = { id: 'builtInEmbeddings_0', name: 'builtInEmbeddings', label: definition.label }
  const asked = { inputs: {}, output: '', credential: {}, node, request: undefined, context: {} as NodeContext }
  return (await definition.build(asked)) as Embeddings
}
