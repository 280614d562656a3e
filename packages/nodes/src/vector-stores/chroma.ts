import { defineNode, json, NodeError, string, type VectorStore } from '@chatwright/core'
import { z } from 'zod'
import { requestJson } from '../http/request-json.ts'
import type { HttpRequest } from '../http/http-exchange.ts'
import { readMetadata, writeMetadata } from './flat-metadata.ts'
import type { VectorBackend } from './vector-backend.ts'
import { createVectorStore, storeInputs, storeOutputs, storeTraits, topKInput } from './vector-store-node.ts'
import { pathSegment } from '../http/path-segment.ts'

const Collection = z.object({ id: z.string() })
const Results = z.object({
  ids: z.array(z.array(z.string())),
  documents: z.array(z.array(z.string().nullable())),
  metadatas: z.array(z.array(z.record(z.string(), z.unknown()).nullable())),
  distances: z.array(z.array(z.number().nullable())),
  embeddings: z.array(z.array(z.array(z.number()))).nullish(),
})
const Stored = z.object({
  ids: z.array(z.string()),
  documents: z.array(z.string().nullable()),
  metadatas: z.array(z.record(z.string(), z.unknown()).nullable()),
  embeddings: z.array(z.array(z.number())),
})

export default defineNode({
  name: 'chroma',
  label: 'Chroma',
  version: 2,
  category: 'Vector Stores',
  description: 'Stores vectors in Chroma, on your machine or in Chroma Cloud.',
  icon: 'chroma.svg',
  baseClasses: ['Chroma', 'VectorStoreRetriever', 'BaseRetriever'],
  credential: { names: ['chromaApi'], optional: true },
  documentation: 'https://docs.trychroma.com',
  aliases: [{ name: 'chromaExistingIndex' }, { name: 'chromaUpsert' }],
  inputs: {
    ...storeInputs,
    collectionName: string({
      destination: false,
      label: 'Collection Name',
      description: "The collection's name. It is created if it doesn't exist.",
    }),
    chromaURL: string({
      destination: true,
      label: 'Chroma URL',
      description: 'The URL of the server.',
      default: 'http://localhost:8000',
      optional: true,
    }),
    chromaMetadataFilter: json({
      destination: false,
      label: 'Chroma Metadata Filter',
      description: "A filter in Chroma's own filter language.",
      optional: true,
      additional: true,
      acceptVariable: true,
    }),
    topK: topKInput,
  },
  outputs: storeOutputs('Chroma', 'Chroma', 'Chroma'),
  traits: storeTraits,
  example: { collectionName: 'handbook' },
  build({ inputs, credential, context }): VectorStore {
    return createVectorStore({
      backend: chromaBackend({
        fetch: context.providerFetch,
        url: inputs.chromaURL.replace(/(?<!\/)\/+$/, ''),
        tenant: credential.chromaTenant || 'default_tenant',
        database: credential.chromaDatabase || 'default_database',
        apiKey: credential.chromaApiKey,
        collection: inputs.collectionName,
      }),
      embeddings: inputs.embeddings,
      documents: inputs.document,
      recordManager: inputs.recordManager,
      namespace: `chroma:${inputs.chromaURL}:${inputs.collectionName}`,
      topK: inputs.topK,
      filter: inputs.chromaMetadataFilter,
    })
  },
})

interface Place {
  fetch: typeof fetch
  url: string
  tenant: string
  database: string
  apiKey: string | undefined
  collection: string
}

function chromaBackend({ fetch, url, tenant, database, apiKey, collection }: Place): VectorBackend {
  const root = `${url}/api/v2/tenants/${pathSegment('Tenant', tenant)}/databases/${pathSegment('Database', database)}/collections`
  const request = (path: string, signal: AbortSignal, body: object): HttpRequest => ({
    fetch,
    service: 'Chroma',
    url: `${root}${path}`,
    method: 'POST',
    headers: apiKey ? { 'x-chroma-token': apiKey } : {},
    body,
    signal,
    field: 'chromaURL',
  })

  // Only what was found is shared: a question that is given up must not take others with it.
  let known: string | undefined
  const findCollection = async (signal: AbortSignal): Promise<string> => {
    const body = { name: collection, get_or_create: true, metadata: { 'hnsw:space': 'cosine' } }
    known ??= (await requestJson(request('', signal, body), Collection)).id
    return known
  }

  /** A collection that was deleted and made again has the same name and another id. */
  const inCollection = async <Schema extends z.ZodType>(
    path: string,
    asked: { signal: AbortSignal; body: object; schema: Schema },
  ): Promise<z.output<Schema>> => {
    const ask = async () =>
      requestJson(request(`/${await findCollection(asked.signal)}/${path}`, asked.signal, asked.body), asked.schema)
    const isKnown = known !== undefined
    return ask().catch((error: unknown) => {
      if (!isKnown || !(error instanceof NodeError) || error.code !== 'not-found') throw error
      known = undefined
      return ask()
    })
  }

  return {
    async put(records, { signal }) {
      const body = {
        ids: records.map((record) => record.id),
        embeddings: records.map((record) => record.vector),
        documents: records.map((record) => record.document.pageContent),
        // Chroma refuses an empty object.
        metadatas: records.map(({ document }) => {
          const flat = writeMetadata(document.metadata)
          return Object.keys(flat).length === 0 ? null : joinLists(flat)
        }),
      }
      await inCollection('upsert', { signal, body, schema: z.unknown() })
    },
    async search(vector, { k, filter, withVectors }, { signal }) {
      const body = {
        query_embeddings: [vector],
        n_results: k,
        include: ['documents', 'metadatas', 'distances', ...(withVectors ? ['embeddings'] : [])],
        ...(filter && { where: asChromaFilter(filter) }),
      }
      const found = await inCollection('query', { signal, body, schema: Results })
      return (found.ids[0] ?? []).map((documentId, index) => {
        const stored = found.embeddings?.[0]?.[index]
        return {
          id: documentId,
          pageContent: found.documents[0]?.[index] ?? '',
          metadata: readMetadata(found.metadatas[0]?.[index] ?? {}),
          // A cosine distance, because that is how collections are made here.
          score: 1 - (found.distances[0]?.[index] ?? 1),
          ...(stored && { vector: stored }),
        }
      })
    },
    async stored(ids, { signal }) {
      const body = { ids, include: ['documents', 'metadatas', 'embeddings'] }
      const { documents, metadatas, embeddings, ...found } = await inCollection('get', { signal, body, schema: Stored })
      return found.ids.map((documentId, index) => ({
        id: documentId,
        vector: embeddings[index] ?? [],
        document: { pageContent: documents[index] ?? '', metadata: readMetadata(metadatas[index] ?? {}) },
      }))
    },
    async delete(ids, { signal }) {
      await inCollection('delete', { signal, body: { ids }, schema: z.unknown() })
    },
  }
}

/** Chroma takes one condition at the top, so several become one that joins them; a list asks for any of its values. */
function asChromaFilter(filter: Record<string, unknown>): Record<string, unknown> {
  const conditions = Object.entries(filter).map(([key, value]) => ({
    [key]: Array.isArray(value) && !key.startsWith('$') ? { $in: value } : value,
  }))
  return conditions.length === 1 ? { ...conditions[0] } : { $and: conditions }
}

/** Chroma takes no lists as metadata. */
function joinLists(flat: ReturnType<typeof writeMetadata>): Record<string, string | number | boolean> {
  return Object.fromEntries(
    Object.entries(flat).map(([key, value]) => [key, Array.isArray(value) ? value.join(', ') : value]),
  )
}
