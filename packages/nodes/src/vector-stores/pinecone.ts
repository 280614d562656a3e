import { defineNode, json, NodeError, string, type VectorStore } from '@chatwright/core'
import { z } from 'zod'
import { requestJson } from '../http/request-json.ts'
import type { HttpRequest } from '../http/http-exchange.ts'
import { readMetadata, writeMetadata } from './flat-metadata.ts'
import { withVectorsOnly, type VectorBackend } from './vector-backend.ts'
import {
  createVectorStore,
  diversityInputs,
  storeInputs,
  storeOutputs,
  storeTraits,
  topKInput,
} from './vector-store-node.ts'
import { pathSegment } from '../http/path-segment.ts'

const Index = z.object({ host: z.string(), dimension: z.number().optional() })
const Vector = z.object({
  id: z.string(),
  values: z.array(z.number()).optional(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
})
const Matches = z.object({ matches: z.array(Vector.extend({ score: z.number().optional() })).default([]) })
const Fetched = z.object({ vectors: z.record(z.string(), Vector).default({}) })

export default defineNode({
  name: 'pinecone',
  label: 'Pinecone',
  version: 5,
  category: 'Vector Stores',
  description: 'Stores vectors in a Pinecone index.',
  icon: 'pinecone.svg',
  baseClasses: ['Pinecone', 'VectorStoreRetriever', 'BaseRetriever'],
  credential: ['pineconeApi'],
  documentation: 'https://docs.pinecone.io',
  aliases: [
    { name: 'pineconeExistingIndex' },
    { name: 'pineconeUpsert' },
    { name: 'pineconeLlamaIndex', handsOn: ['model'] },
  ],
  inputs: {
    ...storeInputs,
    pineconeIndex: string({
      destination: false,
      label: 'Pinecone Index',
      description: 'The name of an existing index.',
    }),
    pineconeNamespace: string({
      destination: false,
      label: 'Pinecone Namespace',
      description: 'A namespace of the index. Leave empty for the default one.',
      placeholder: 'handbook',
      optional: true,
      additional: true,
    }),
    pineconeTextKey: string({
      destination: false,
      label: 'Pinecone Text Key',
      description: 'The metadata field that contains the text.',
      default: 'text',
      optional: true,
      additional: true,
    }),
    pineconeMetadataFilter: json({
      destination: false,
      label: 'Pinecone Metadata Filter',
      description: "A filter in Pinecone's own filter language.",
      optional: true,
      additional: true,
      acceptVariable: true,
    }),
    topK: topKInput,
    ...diversityInputs,
  },
  outputs: storeOutputs('Pinecone', 'PineconeStore', 'Pinecone'),
  traits: storeTraits,
  example: { pineconeIndex: 'handbook' },
  build({ inputs, credential, context }): VectorStore {
    const namespace = inputs.pineconeNamespace ?? ''
    const backend = pineconeBackend({
      fetch: context.fetch,
      apiKey: credential.pineconeApiKey ?? '',
      index: inputs.pineconeIndex,
      namespace,
      textKey: inputs.pineconeTextKey,
    })
    return createVectorStore({
      backend,
      embeddings: inputs.embeddings,
      documents: inputs.document,
      recordManager: inputs.recordManager,
      namespace: `pinecone:${inputs.pineconeIndex}:${namespace}`,
      topK: inputs.topK,
      filter: inputs.pineconeMetadataFilter,
      ...(inputs.searchType === 'mmr' && { diversity: { fetchK: inputs.fetchK, lambda: inputs.lambda } }),
    })
  },
})

interface Place {
  fetch: typeof fetch
  apiKey: string
  index: string
  namespace: string
  textKey: string
}

function pineconeBackend({ fetch, apiKey, index, namespace, textKey }: Place): VectorBackend {
  const request = (url: string, signal: AbortSignal, body?: object): HttpRequest => ({
    fetch,
    service: 'Pinecone',
    url,
    headers: { 'Api-Key': apiKey, 'X-Pinecone-API-Version': '2025-04' },
    signal,
    ...(body && { method: 'POST' as const, body }),
  })

  // Each index has an address of its own, which does not change. Only what was found is shared: a question that is given up
  // must not take others with it that wait for the same answer.
  let known: { url: string; dimension: number | undefined } | undefined
  const findHost = async (signal: AbortSignal) => {
    if (known) return known
    const asked = request(`https://api.pinecone.io/indexes/${pathSegment('Pinecone Index', index)}`, signal)
    const { host, dimension } = await requestJson({ ...asked, field: 'pineconeIndex' }, Index)
    known = { url: `https://${host.replace(/^https?:\/\//, '')}`, dimension }
    return known
  }

  const read = ({ id, values, metadata }: z.infer<typeof Vector>) => {
    const { [textKey]: text, ...rest } = metadata ?? {}
    return {
      id,
      pageContent: typeof text === 'string' ? text : '',
      metadata: readMetadata(rest),
      ...(values?.length && { vector: values }),
    }
  }

  return {
    async prepare(dimension, { signal }) {
      const found = await findHost(signal)
      if (found.dimension !== undefined && found.dimension !== dimension) {
        throw new NodeError(
          `The Pinecone index "${index}" holds vectors of length ${found.dimension}, but the embeddings have length ${dimension}.`,
          { code: 'bad-input', field: 'pineconeIndex', hint: 'Use the embedding model the index was created for.' },
        )
      }
    },
    async put(records, { signal }) {
      const { url } = await findHost(signal)
      const vectors = records.map(({ id, vector, document }) => ({
        id,
        values: vector,
        metadata: { ...writeMetadata(document.metadata), [textKey]: document.pageContent },
      }))
      await requestJson(request(`${url}/vectors/upsert`, signal, { vectors, namespace }), z.unknown())
    },
    async search(vector, { k, filter, withVectors }, { signal }) {
      const { url } = await findHost(signal)
      const body = {
        vector,
        topK: k,
        namespace,
        includeMetadata: true,
        includeValues: withVectors ?? false,
        ...(filter && { filter }),
      }
      const { matches } = await requestJson(request(`${url}/query`, signal, body), Matches)
      return matches.map((match) => ({ ...read(match), ...(match.score !== undefined && { score: match.score }) }))
    },
    async stored(ids, { signal }) {
      const { url } = await findHost(signal)
      const wanted = new URLSearchParams([...ids.map((id) => ['ids', id]), ['namespace', namespace]])
      const { vectors } = await requestJson(request(`${url}/vectors/fetch?${wanted.toString()}`, signal), Fetched)
      return withVectorsOnly(Object.values(vectors).map(read))
    },
    async delete(ids, { signal }) {
      const { url } = await findHost(signal)
      await requestJson(request(`${url}/vectors/delete`, signal, { ids, namespace }), z.unknown())
    },
  }
}
