import { defineNode, number, options } from '@chatwright/core'
import type { ChunkSettings, Pieces } from './split-recursively.ts'
import { checkChunkSettings, textSplitter } from './text-splitter.ts'
import { createTokenEncoder, type TokenEncoder, type TokenTable } from './token-encoder.ts'

/** The tables weigh a megabyte or more each, so only the chosen one is imported. */
export const ENCODINGS: Record<string, () => Promise<{ default: TokenTable }>> = {
  gpt2: () => import('js-tiktoken/ranks/gpt2'),
  r50k_base: () => import('js-tiktoken/ranks/r50k_base'),
  p50k_base: () => import('js-tiktoken/ranks/p50k_base'),
  p50k_edit: () => import('js-tiktoken/ranks/p50k_edit'),
  cl100k_base: () => import('js-tiktoken/ranks/cl100k_base'),
  o200k_base: () => import('js-tiktoken/ranks/o200k_base'),
}

export default defineNode({
  name: 'tokenTextSplitter',
  label: 'Token Text Splitter',
  version: 1,
  category: 'Text Splitters',
  description: 'Splits text by tokens, so chunks fit a model exactly.',
  icon: 'token-splitter.svg',
  baseClasses: ['TokenTextSplitter', 'TextSplitter', 'BaseDocumentTransformer', 'Runnable'],
  inputs: {
    encodingName: options({
      destination: false,
      label: 'Encoding Name',
      description: 'The token encoding of your model.',
      options: [
        { label: 'o200k_base', name: 'o200k_base', description: 'GPT-4o and newer' },
        { label: 'cl100k_base', name: 'cl100k_base', description: 'GPT-4, GPT-3.5 and most embedding models' },
        { label: 'p50k_edit', name: 'p50k_edit' },
        { label: 'p50k_base', name: 'p50k_base' },
        { label: 'r50k_base', name: 'r50k_base' },
        { label: 'gpt2', name: 'gpt2' },
      ],
      default: 'cl100k_base',
    }),
    chunkSize: number({
      destination: false,
      label: 'Chunk Size',
      description: 'The maximum size of a chunk, in tokens.',
      default: 400,
      min: 1,
      step: 1,
      optional: true,
    }),
    chunkOverlap: number({
      destination: false,
      label: 'Chunk Overlap',
      description: 'How many tokens the next chunk repeats.',
      default: 50,
      min: 0,
      step: 1,
      optional: true,
    }),
  },
  build({ inputs }) {
    const settings = checkChunkSettings(inputs)
    return textSplitter(async (text) => splitByTokens(text, settings, await sharedEncoder(inputs.encodingName)))
  },
})

/** A table takes half a second and many megabytes to set up, so all splitters of a kind share one. */
const encoders = new Map<string, Promise<TokenEncoder>>()

function sharedEncoder(name: string): Promise<TokenEncoder> {
  const known = encoders.get(name)
  if (known) return known
  const loading = loadEncoder(name)
  encoders.set(name, loading)
  loading.catch(() => encoders.delete(name))
  return loading
}

async function loadEncoder(name: string): Promise<TokenEncoder> {
  const table = await ENCODINGS[name]?.()
  if (!table) throw new Error(`Unknown encoding ${name}`)
  return createTokenEncoder(table.default)
}

function* splitByTokens(text: string, { chunkSize, chunkOverlap }: ChunkSettings, encoder: TokenEncoder): Pieces {
  let tokens: number[] = []
  const cut = function* (isEnd: boolean): Pieces {
    let start = 0
    const ready = isEnd ? tokens.length : tokens.length - chunkSize - LONGEST_CHARACTER
    while (start < ready) {
      let end = Math.min(start + chunkSize, tokens.length)
      while (end < tokens.length && cutsCharacter(tokens, end, encoder)) end += 1
      const chunk = encoder.decode(tokens.slice(start, end))
      yield chunk.trim() === '' ? '' : chunk
      if (end === tokens.length) return
      let next = end - chunkOverlap
      while (next > start + 1 && cutsCharacter(tokens, next, encoder)) next -= 1
      start = Math.max(next, start + 1)
    }
    if (start > 0) tokens = tokens.slice(start)
  }
  for (const stretch of stretchesOf(text)) {
    for (const token of encoder.encode(stretch)) tokens.push(token)
    yield ''
    yield* cut(false)
  }
  yield* cut(true)
}

/** Tokens that one character may take, and more. */
const LONGEST_CHARACTER = 16
/** A turn's work for the encoder. */
const STRETCH = 8000
/** A word or a gap this long is none that a model knows; what it takes to encode grows with the square of its length. */
const WORD_OR_GAP = /\s{1,100}|\S{1,100}/gu

/** Cut before a gap, where tokens end anyway. */
function* stretchesOf(text: string): Pieces {
  let from = 0
  for (const { 0: part, index } of text.matchAll(WORD_OR_GAP)) {
    const isWhole = index - from + part.length > STRETCH
    if (index > from && (part.length >= 100 || (isWhole && /^\s/.test(part)))) {
      yield text.slice(from, index)
      from = index
    }
  }
  if (from < text.length) yield text.slice(from)
}

/** One character can be several tokens; cutting between them decodes to a replacement mark on either side. */
function cutsCharacter(tokens: readonly number[], at: number, encoder: TokenEncoder): boolean {
  return encoder.decode(tokens.slice(at, at + 4)).startsWith('\uFFFD')
}
