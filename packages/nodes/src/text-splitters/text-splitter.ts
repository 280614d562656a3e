import { NodeError, number, type Document, type TextSplitter } from '@chatwright/core'
import type { ChunkSettings } from './split-recursively.ts'

export const chunkInputs = {
  chunkSize: number({
    destination: false,
    label: 'Chunk Size',
    description: 'The longest a piece may get, in characters.',
    default: 1000,
    min: 1,
    step: 1,
    optional: true,
  }),
  chunkOverlap: number({
    destination: false,
    label: 'Chunk Overlap',
    description: 'How much of one piece is repeated at the start of the next, so that no thought is cut in two.',
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
    throw new NodeError(`Chunk Size is ${chunkSize}, but a piece needs at least one character.`, {
      code: 'bad-input',
      field: 'chunkSize',
      hint: 'Set Chunk Size to 1000 or so.',
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
  splitText: (text: string) => Promise<string[]> | string[],
  // A splitter that rewrites text (HTML to Markdown) makes pieces that are not in the original.
  { rewrites = false }: { rewrites?: boolean } = {},
): TextSplitter {
  const splitDocument = async (document: Document): Promise<Document[]> => {
    const text = document.pageContent
    let searchFrom = 0
    let countedTo = 0
    let line = 1
    return (await splitText(text)).map((pageContent) => {
      const found = rewrites ? undefined : locate(pageContent, text, searchFrom)
      if (!found) return { pageContent, metadata: { ...document.metadata } }
      searchFrom = found.from + 1
      line += countNewlines(text, countedTo, found.from)
      countedTo = found.from
      const lines = { from: line, to: line + countNewlines(text, found.from, found.to) }
      return { pageContent, metadata: { ...document.metadata, loc: { ...locationOf(document), lines } } }
    })
  }
  return {
    kind: 'text-splitter',
    splitText: async (text) => splitText(text),
    splitDocuments: async (documents) => {
      const pieces: Document[] = []
      for (const document of documents) for (const piece of await splitDocument(document)) pieces.push(piece)
      return pieces
    },
  }
}

/** The most lines a piece repeats: the heading it stands under, and the head of its table with the line below. */
const MOST_REPEATED = 3

/** A piece may repeat what it stands under; its place is then that of the rest. */
function locate(piece: string, text: string, searchFrom: number): { from: number; to: number } | undefined {
  let part = piece
  for (let repeated = 0; repeated <= MOST_REPEATED && part !== ''; repeated += 1) {
    const from = text.indexOf(part, searchFrom)
    if (from !== -1) return { from, to: from + part.length }
    const end = part.indexOf('\n')
    part = end === -1 ? '' : part.slice(end + 1)
  }
  return undefined
}

function locationOf(document: Document): object {
  const { loc } = document.metadata
  return typeof loc === 'object' && loc !== null ? loc : {}
}

function countNewlines(text: string, from: number, to: number): number {
  let count = 0
  for (let at = text.indexOf('\n', from); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) count += 1
  return count
}
