import { NodeError, number, type Document, type TextSplitter } from '@chatwright/core'
import { collectInTurns, Turn } from '../turns/take-turns.ts'
import type { ChunkSettings } from './split-recursively.ts'

export const chunkInputs = {
  chunkSize: number({
    destination: false,
    label: 'Chunk Size',
    description: 'The maximum size of a chunk, in characters.',
    default: 1000,
    min: 1,
    step: 1,
    optional: true,
  }),
  chunkOverlap: number({
    destination: false,
    label: 'Chunk Overlap',
    description: 'How many characters the next chunk repeats, so no thought is cut in two.',
    default: 200,
    min: 0,
    step: 1,
    optional: true,
  }),
}

/** Overlap as long as the chunk itself would never move forward. */
export function checkChunkSettings(settings: ChunkSettings): ChunkSettings {
  const { chunkSize, chunkOverlap } = settings
  if (!(chunkSize >= 1)) {
    throw new NodeError(`Chunk Size is ${chunkSize}, but a chunk needs at least one character.`, {
      code: 'bad-input',
      field: 'chunkSize',
      hint: 'Set Chunk Size to 1000, for example.',
    })
  }
  if (!(chunkOverlap >= 0 && chunkOverlap < chunkSize)) {
    throw new NodeError(`Chunk Overlap (${chunkOverlap}) must be smaller than Chunk Size (${chunkSize}).`, {
      code: 'bad-input',
      field: 'chunkOverlap',
      hint: 'A fifth of the chunk size is a good start.',
    })
  }
  return settings
}

/** Makes a splitter of a way to cut text; pieces of a document keep its metadata and say which lines they came from. */
export function textSplitter(
  splitText: (text: string) => Promise<Iterable<string>> | Iterable<string>,
  // A splitter that rewrites text (HTML to Markdown) makes pieces that are not in the original.
  { rewrites = false }: { rewrites?: boolean } = {},
): TextSplitter {
  const splitDocument = async (document: Document): Promise<Document[]> => {
    const text = document.pageContent
    const places = new Places(text)
    const turn = new Turn()
    const pieces: Document[] = []
    for (const pageContent of await splitText(text)) {
      if (turn.isOver) await turn.next()
      if (pageContent === '') continue
      const lines = rewrites ? undefined : places.linesOf(pageContent)
      const loc = lines && { loc: { ...locationOf(document), lines } }
      pieces.push({ pageContent, metadata: { ...document.metadata, ...loc } })
    }
    return pieces
  }
  return {
    kind: 'text-splitter',
    splitText: async (text) => (await collectInTurns(await splitText(text))).filter((piece) => piece !== ''),
    splitDocuments: async (documents) => {
      const pieces: Document[] = []
      for (const document of documents) for (const piece of await splitDocument(document)) pieces.push(piece)
      return pieces
    },
  }
}

/** The most lines a piece repeats: the heading it stands under, and the head of its table with the line below. */
const MOST_REPEATED = 3

/** Where the pieces of a text stand in it: they come in order. */
class Places {
  readonly #text: string
  #searchFrom = 0
  #countedTo = 0
  #line = 1
  /** Searches that find nothing go on to the end of the text: so many of them, and the rest is looked for nearby. */
  #inVain = 0

  constructor(text: string) {
    this.#text = text
  }

  linesOf(piece: string): { from: number; to: number } | undefined {
    const found = this.#find(piece)
    if (!found) return undefined
    this.#searchFrom = found.from + 1
    this.#line += countNewlines(this.#text, this.#countedTo, found.from)
    this.#countedTo = found.from
    return { from: this.#line, to: this.#line + countNewlines(this.#text, found.from, found.to) }
  }

  /** A piece may repeat what it stands under; its place is then that of the rest. */
  #find(piece: string): { from: number; to: number } | undefined {
    for (const search of [this.#nearby, this.#anywhere]) {
      let part = piece
      for (let repeated = 0; repeated <= MOST_REPEATED && part !== ''; repeated += 1) {
        const from = search.call(this, part)
        if (from !== -1) return { from, to: from + part.length }
        const end = part.indexOf('\n')
        part = end === -1 ? '' : part.slice(end + 1)
      }
    }
    return undefined
  }

  #nearby(part: string): number {
    const from = this.#text.slice(this.#searchFrom, this.#searchFrom + 2 * part.length + NEARBY).indexOf(part)
    return from === -1 ? -1 : this.#searchFrom + from
  }

  #anywhere(part: string): number {
    if (this.#inVain >= MOST_IN_VAIN) return -1
    const from = this.#text.indexOf(part, this.#searchFrom)
    if (from === -1) this.#inVain += 1
    return from
  }
}

const MOST_IN_VAIN = 100
/** More than the blanks that people leave between two paragraphs. */
const NEARBY = 10_000

function locationOf(document: Document): object {
  const { loc } = document.metadata
  return typeof loc === 'object' && loc !== null ? loc : {}
}

function countNewlines(text: string, from: number, to: number): number {
  // Of this part alone: a search in the whole text would go on to its end for each piece.
  const part = text.slice(from, to)
  let count = 0
  for (let at = part.indexOf('\n'); at !== -1; at = part.indexOf('\n', at + 1)) count += 1
  return count
}
