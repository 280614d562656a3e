import { NodeError, type Embeddings, type Run } from '@chatwright/core'
import { countEmbedded } from '../model-values/count-embedded.ts'
import { inBatches } from '../model-values/in-batches.ts'
import type { Endpoint } from '../providers/endpoint.ts'
import { requestJson } from '../providers/request-json.ts'

export interface EmbeddingSettings {
  endpoint: Endpoint
  /** `embeddings` unless the vendor has its own place. */
  path?: string
  modelName: string
  batchSize?: number | undefined
  /** Newlines hurt older models. */
  stripsNewLines?: boolean
  parameters?: Readonly<Record<string, unknown>>
  /** Some models embed a question differently from the documents that answer it. */
  documentParameters?: Readonly<Record<string, unknown>>
  queryParameters?: Readonly<Record<string, unknown>>
}

/** Embeddings behind any endpoint that speaks OpenAI's API. */
export function embeddings(settings: EmbeddingSettings): Embeddings {
  const { endpoint, path = 'embeddings', modelName, batchSize = 256, stripsNewLines = false } = settings
  const clean = (text: string): string => (stripsNewLines ? text.replaceAll('\n', ' ') : text)

  const embed = async (texts: string[], use: object | undefined, run: Run): Promise<number[][]> => {
    const body = { model: modelName, input: texts, ...settings.parameters, ...use }
    const call = { endpoint, path, body, signal: run.signal, maxBytes: LARGEST_ANSWER }
    const { data = [], usage } = await requestJson<EmbeddedTexts>(call)
    countEmbedded(run, texts, usage?.prompt_tokens ?? usage?.total_tokens)
    const vectors = new Map<number, number[]>()
    for (const [position, { index = position, embedding }] of data.entries()) vectors.set(index, vectorOf(embedding))
    const wanted = texts.flatMap((_, index) => {
      const vector = vectors.get(index)
      return vector ? [vector] : []
    })
    if (wanted.length !== texts.length) throw missingVectors(endpoint, texts.length, wanted.length)
    return wanted
  }

  return {
    kind: 'embeddings',
    modelName,
    embedDocuments: (texts, run) =>
      inBatches(texts.map(clean), { size: batchSize }, (batch) => embed(batch, settings.documentParameters, run)),
    embedQuery: async (text, run) => (await embed([clean(text)], settings.queryParameters, run))[0] ?? [],
  }
}

/** Hundreds of vectors of thousands of numbers, as many as a batch may hold. */
const LARGEST_ANSWER = 64 * 1024 * 1024

interface EmbeddedTexts {
  data?: EmbeddedText[]
  usage?: { prompt_tokens?: number; total_tokens?: number }
}

interface EmbeddedText {
  index?: number
  /** Numbers, or their bytes as base64. */
  embedding: number[] | string
}

function vectorOf(embedding: number[] | string): number[] {
  if (typeof embedding !== 'string') return embedding
  const bytes = Buffer.from(embedding, 'base64')
  return Array.from({ length: bytes.length / 4 }, (_, index) => bytes.readFloatLE(index * 4))
}

function missingVectors(endpoint: Endpoint, wanted: number, got: number): NodeError {
  return new NodeError(`${endpoint.vendor} embedded ${got} of ${wanted} texts.`, {
    code: 'failed',
    hint: 'Use a smaller batch size.',
    field: 'batchSize',
  })
}
