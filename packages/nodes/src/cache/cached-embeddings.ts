import { createHash } from 'node:crypto'
import { NodeError, type Embeddings, type Run } from '@chatwright/core'

export interface VectorCache {
  get(keys: readonly string[]): Promise<(number[] | undefined)[]>
  set(entries: readonly { key: string; vector: number[] }[]): Promise<void>
}

/** The same embeddings, asked only for texts whose vectors are not known yet. */
export function cachedEmbeddings(
  embeddings: Embeddings,
  cache: VectorCache,
  { namespace = '', keepsNothing = false }: { namespace?: string | undefined; keepsNothing?: boolean | undefined },
): Embeddings {
  const keyOf = (text: string): string =>
    createHash('sha256')
      .update(JSON.stringify([namespace, embeddings.modelName, text]))
      .digest('hex')

  const embedDocuments = async (texts: readonly string[], run: Run): Promise<number[][]> => {
    const keys = texts.map(keyOf)
    const vectors = await cache.get(keys)
    const missing = [...new Set(texts.filter((_, index) => !vectors[index]))]
    if (missing.length > 0) {
      const made = await embeddings.embedDocuments(missing, run)
      const found = new Map(missing.map((text, index) => [text, made[index] ?? noVector()]))
      // They are there and paid for: a cache that is full must not take them back.
      if (!keepsNothing)
        await cache.set([...found].map(([text, vector]) => ({ key: keyOf(text), vector }))).catch(() => undefined)
      for (const [index, text] of texts.entries()) vectors[index] ??= found.get(text)
    }
    return vectors.map((vector) => vector ?? noVector())
  }

  return {
    kind: 'embeddings',
    modelName: embeddings.modelName,
    embedDocuments,
    // Questions rarely repeat, and some models embed them differently from documents.
    embedQuery: (text, run) => embeddings.embedQuery(text, run),
  }
}

function noVector(): never {
  throw new NodeError('The embeddings skipped a text.', { code: 'failed', hint: 'Check the connected embeddings.' })
}
