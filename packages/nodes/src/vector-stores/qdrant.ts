import { defineNode, json, number, options, string, type VectorStore } from '@chatwright/core'
import { z } from 'zod'
import { requestJson } from '../http/request-json.ts'
import type { HttpRequest } from '../http/http-exchange.ts'
import { sendRequest } from '../http/send-request.ts'
import { withVectorsOnly, type VectorBackend } from './vector-backend.ts'
import { createVectorStore, storeInputs, storeOutputs, storeTraits, topKInput } from './vector-store-node.ts'
import { pathSegment } from '../http/path-segment.ts'

const Point = z.object({
  id: z.union([z.string(), z.number()]),
  payload: z.record(z.string(), z.unknown()).nullish(),
  vector: z.array(z.number()).nullish(),
})
const Points = z.object({ result: z.object({ points: z.array(Point.extend({ score: z.number() })) }) })
const StoredPoints = z.object({ result: z.array(Point) })

export default defineNode({
  name: 'qdrant',
  label: 'Qdrant',
  version: 5,
  category: 'Vector Stores',
  description: 'Stores vectors in Qdrant, on your machine or in Qdrant Cloud.',
  icon: 'qdrant.svg',
  baseClasses: ['Qdrant', 'VectorStoreRetriever', 'BaseRetriever'],
  credential: { names: ['qdrantApi'], optional: true },
  documentation: 'https://qdrant.tech/documentation',
  aliases: [{ name: 'qdrantExistingIndex' }, { name: 'qdrantUpsert' }],
  inputs: {
    ...storeInputs,
    qdrantServerUrl: string({ destination: true, label: 'Qdrant Server URL', placeholder: 'http://localhost:6333' }),
    qdrantCollection: string({
      destination: false,
      label: 'Qdrant Collection Name',
      description: "The collection's name. It is created if it doesn't exist.",
      acceptVariable: true,
    }),
    qdrantVectorDimension: number({
      destination: false,
      label: 'Vector Dimension',
      description: 'Has no effect here. Imported flows may still set it; the embeddings set the length.',
      default: 1536,
      step: 1,
      optional: true,
      additional: true,
    }),
    contentPayloadKey: string({
      destination: false,
      label: 'Content Key',
      description: 'The payload field that contains the text.',
      default: 'content',
      optional: true,
      additional: true,
    }),
    metadataPayloadKey: string({
      destination: false,
      label: 'Metadata Key',
      description: 'The payload field that contains the metadata.',
      default: 'metadata',
      optional: true,
      additional: true,
    }),
    batchSize: number({
      destination: false,
      label: 'Upsert Batch Size',
      description: 'How many documents are sent at once.',
      min: 1,
      step: 1,
      optional: true,
      additional: true,
    }),
    qdrantSimilarity: options({
      destination: false,
      label: 'Similarity',
      description: 'The distance function for new collections.',
      options: [
        { label: 'Cosine', name: 'Cosine' },
        { label: 'Euclid', name: 'Euclid' },
        { label: 'Dot', name: 'Dot' },
      ],
      default: 'Cosine',
      optional: true,
      additional: true,
    }),
    qdrantCollectionConfiguration: json({
      destination: false,
      label: 'Additional Collection Configuration',
      description: 'A JSON object of options for creating the collection.',
      optional: true,
      additional: true,
    }),
    topK: topKInput,
    qdrantFilter: json({
      destination: false,
      label: 'Qdrant Search Filter',
      description: "A filter in Qdrant's own filter language.",
      optional: true,
      additional: true,
      acceptVariable: true,
    }),
  },
  outputs: storeOutputs('Qdrant', 'QdrantVectorStore', 'Qdrant'),
  traits: storeTraits,
  example: { qdrantServerUrl: 'http://localhost:6333', qdrantCollection: 'handbook' },
  build({ inputs, credential, context }): VectorStore {
    const url = inputs.qdrantServerUrl.replace(/(?<!\/)\/+$/, '')
    return createVectorStore({
      backend: qdrantBackend({
        fetch: context.providerFetch,
        collectionUrl: `${url}/collections/${pathSegment('Qdrant Collection Name', inputs.qdrantCollection)}`,
        apiKey: credential.qdrantApiKey,
        contentKey: inputs.contentPayloadKey,
        metadataKey: inputs.metadataPayloadKey,
        batchSize: inputs.batchSize,
        collection: { distance: inputs.qdrantSimilarity, further: inputs.qdrantCollectionConfiguration ?? {} },
      }),
      embeddings: inputs.embeddings,
      documents: inputs.document,
      recordManager: inputs.recordManager,
      namespace: `qdrant:${url}:${inputs.qdrantCollection}`,
      topK: inputs.topK,
      filter: inputs.qdrantFilter,
    })
  },
})

interface Place {
  fetch: typeof fetch
  collectionUrl: string
  apiKey: string | undefined
  contentKey: string
  metadataKey: string
  batchSize: number | undefined
  collection: { distance: string; further: Record<string, unknown> }
}

function qdrantBackend(place: Place): VectorBackend {
  const { fetch, collectionUrl, apiKey, contentKey, metadataKey, collection } = place
  const request = (path: string, method: 'PUT' | 'POST', signal: AbortSignal, body: object): HttpRequest => ({
    fetch,
    service: 'Qdrant',
    url: `${collectionUrl}${path}`,
    method,
    headers: apiKey ? { 'api-key': apiKey } : {},
    body,
    signal,
    field: 'qdrantCollection',
  })

  const read = ({ id, payload, vector }: z.infer<typeof Point>) => {
    const content = payload?.[contentKey]
    const metadata = payload?.[metadataKey]
    return {
      id: String(id),
      pageContent: typeof content === 'string' ? content : '',
      metadata: typeof metadata === 'object' && metadata !== null ? (metadata as Record<string, unknown>) : {},
      ...(vector && { vector }),
    }
  }

  return {
    async prepare(dimension, { signal }) {
      const { headers = {} } = request('', 'PUT', signal, {})
      const { status } = await sendRequest({
        fetch,
        service: 'Qdrant',
        url: collectionUrl,
        headers,
        signal,
        accept: [404],
        field: 'qdrantServerUrl',
      })
      if (status !== 404) return
      const body = { vectors: { size: dimension, distance: collection.distance }, ...collection.further }
      await requestJson(request('', 'PUT', signal, body), z.unknown())
    },
    async put(records, { signal }) {
      const size = place.batchSize ?? records.length
      for (let at = 0; at < records.length; at += size) {
        const points = records.slice(at, at + size).map(({ id, vector, document }) => ({
          id,
          vector,
          payload: { [contentKey]: document.pageContent, [metadataKey]: document.metadata },
        }))
        await requestJson(request('/points?wait=true', 'PUT', signal, { points }), z.unknown())
      }
    },
    async search(vector, { k, filter, withVectors }, { signal }) {
      const body = {
        query: vector,
        limit: k,
        with_payload: true,
        with_vector: withVectors ?? false,
        ...(filter && { filter: asQdrantFilter(filter, metadataKey) }),
      }
      // Qdrant 1.10 and later; newer ones no longer have the older search.
      const { result } = await requestJson(request('/points/query', 'POST', signal, body), Points)
      return result.points.map((point) => ({ ...read(point), score: point.score }))
    },
    async stored(ids, { signal }) {
      const body = { ids, with_payload: true, with_vector: true }
      const { result } = await requestJson(request('/points', 'POST', signal, body), StoredPoints)
      return withVectorsOnly(result.map(read))
    },
    async delete(ids, { signal }) {
      await requestJson(request('/points/delete?wait=true', 'POST', signal, { points: ids }), z.unknown())
    },
  }
}

const CLAUSES: ReadonlySet<string> = new Set(['must', 'should', 'must_not', 'min_should'])

/** Clauses in Qdrant's own language pass; plain facts must all be true as well. */
function asQdrantFilter(filter: Record<string, unknown>, metadataKey: string): Record<string, unknown> {
  const entries = Object.entries(filter)
  const clauses = Object.fromEntries(entries.filter(([key]) => CLAUSES.has(key)))
  const facts = entries
    .filter(([key]) => !CLAUSES.has(key))
    .map(([key, value]) => ({ key: `${metadataKey}.${key}`, match: Array.isArray(value) ? { any: value } : { value } }))
  if (facts.length === 0) return clauses
  const demanded: unknown[] = Array.isArray(clauses.must) ? clauses.must : []
  return { ...clauses, must: [...demanded, ...facts] }
}
