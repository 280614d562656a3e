import { defineNode, json, string, type VectorStore } from '@chatwright/core'
import { z } from 'zod'
import { requestJson } from '../http/request-json.ts'
import type { HttpRequest } from '../http/http-exchange.ts'
import { readMetadata, writeMetadata } from './flat-metadata.ts'
import type { VectorBackend } from './vector-backend.ts'
import { createVectorStore, storeInputs, storeOutputs, storeTraits, topKInput } from './vector-store-node.ts'

const Collection = z.object({ id: z.string() })
const Results = z.object({
  ids: z.array(z.array(z.string())),
  documents: z.array(z.array(z.string().nullable())),
  metadatas: z.array(z.array(z.record(z.string(), z.unknown()).nullable())),
  distances: z.array(z.array(z.number().nullable())),
  embeddings: z.array(z.array(z.array(z.number()))).nullish(),
})

export default defineNode({
  name: 'chroma',
  label: 'Chroma',
  version: 2,
  category: 'Vector Stores',
  description: 'Keeps vectors in a Chroma server, on your machine or in its cloud.',
  icon: 'chroma.svg',
  baseClasses: ['Chroma', 'VectorStoreRetriever', 'BaseRetriever'],
  credential: { names: ['chromaApi'], optional: true },
  documentation: 'https://docs.trychroma.com',
  aliases: [{ name: 'chromaExistingIndex' }, { name: 'chromaUpsert' }],
  inputs: {
    ...storeInputs,
    collectionName: string({ label: 'Collection Name', description: 'Made when it does not exist.' }),
    chromaURL: string({
      isBuilderOnly: true,
      label: 'Chroma URL',
      description: 'The address of the server.',
      default: 'http://localhost:8000',
      optional: true,
    }),
    chromaMetadataFilter: json({
      label: 'Chroma Metadata Filter',
      description: "Find only these, in Chroma's own filter language.",
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
        url: inputs.chromaURL.replace(/\/+$/, ''),
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
  const root = `${url}/api/v2/tenants/${encodeURIComponent(tenant)}/databases/${encodeURIComponent(database)}/collections`
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

  let finding: Promise<string> | undefined
  const findCollection = (signal: AbortSignal): Promise<string> => {
    const body = { name: collection, get_or_create: true, metadata: { 'hnsw:space': 'cosine' } }
    finding ??= requestJson(request('', signal, body), Collection)
      .then(({ id }) => id)
      .catch((error: unknown) => {
        finding = undefined
        throw error
      })
    return finding
  }

  return {
    async put(records, { signal }) {
      const id = await findCollection(signal)
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
      await requestJson(request(`/${id}/upsert`, signal, body), z.unknown())
    },
    async search(vector, { k, filter, withVectors }, { signal }) {
      const id = await findCollection(signal)
      const body = {
        query_embeddings: [vector],
        n_results: k,
        include: ['documents', 'metadatas', 'distances', ...(withVectors ? ['embeddings'] : [])],
        ...(filter && { where: filter }),
      }
      const found = await requestJson(request(`/${id}/query`, signal, body), Results)
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
    async delete(ids, { signal }) {
      const id = await findCollection(signal)
      await requestJson(request(`/${id}/delete`, signal, { ids }), z.unknown())
    },
  }
}

/** Chroma takes no lists as metadata. */
function joinLists(flat: ReturnType<typeof writeMetadata>): Record<string, string | number | boolean> {
  return Object.fromEntries(
    Object.entries(flat).map(([key, value]) => [key, Array.isArray(value) ? value.join(', ') : value]),
  )
}
