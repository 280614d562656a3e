import { defineNode, json, NodeError, parseJson, string, type VectorStore } from '@chatwright/core'
import { z } from 'zod'
import { requestJson } from '../http/request-json.ts'
import type { HttpRequest } from '../http/http-exchange.ts'
import { sendRequest } from '../http/send-request.ts'
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

const Rows = z.array(
  z.object({
    id: z.union([z.string(), z.number()]),
    content: z.string().nullish(),
    metadata: z.record(z.string(), z.unknown()).nullish(),
    similarity: z.number().optional(),
  }),
)
const Stored = z.array(
  z.object({
    id: z.string(),
    content: z.string().nullish(),
    metadata: z.record(z.string(), z.unknown()).nullish(),
    /** As PostgreSQL writes a vector: `[1,2,3]`. */
    embedding: z.string().nullish(),
  }),
)

export default defineNode({
  name: 'supabase',
  label: 'Supabase',
  version: 4,
  category: 'Vector Stores',
  description: 'Stores vectors in a table of your Supabase project.',
  icon: 'supabase.svg',
  baseClasses: ['Supabase', 'VectorStoreRetriever', 'BaseRetriever'],
  credential: ['supabaseApi'],
  documentation: 'https://supabase.com/docs/guides/ai/langchain',
  aliases: [{ name: 'supabaseExistingIndex' }, { name: 'supabaseUpsert' }],
  inputs: {
    ...storeInputs,
    supabaseProjUrl: string({
      destination: true,
      label: 'Supabase Project URL',
      placeholder: 'https://abc.supabase.co',
    }),
    tableName: string({
      destination: false,
      label: 'Table Name',
      description: 'A table with the columns id, content, metadata and embedding.',
      placeholder: 'documents',
    }),
    queryName: string({
      destination: false,
      label: 'Query Name',
      description: 'The database function that searches the table.',
      placeholder: 'match_documents',
    }),
    supabaseMetadataFilter: json({
      destination: false,
      label: 'Supabase Metadata Filter',
      description: 'Find only documents with this metadata.',
      optional: true,
      additional: true,
      acceptVariable: true,
    }),
    topK: topKInput,
    ...diversityInputs,
  },
  outputs: storeOutputs('Supabase', 'SupabaseVectorStore', 'Supabase'),
  traits: storeTraits,
  example: { supabaseProjUrl: 'https://abc.supabase.co', tableName: 'documents', queryName: 'match_documents' },
  build({ inputs, credential, context }): VectorStore {
    const url = inputs.supabaseProjUrl.replace(/(?<!\/)\/+$/, '')
    return createVectorStore({
      backend: supabaseBackend({
        fetch: context.providerFetch,
        url,
        apiKey: credential.supabaseApiKey ?? '',
        table: inputs.tableName,
        query: inputs.queryName,
      }),
      embeddings: inputs.embeddings,
      documents: inputs.document,
      recordManager: inputs.recordManager,
      namespace: `supabase:${url}:${inputs.tableName}`,
      topK: inputs.topK,
      filter: inputs.supabaseMetadataFilter,
      ...(inputs.searchType === 'mmr' && { diversity: { fetchK: inputs.fetchK, lambda: inputs.lambda } }),
    })
  },
})

interface Place {
  fetch: typeof fetch
  url: string
  apiKey: string
  table: string
  query: string
}

function supabaseBackend({ fetch, url, apiKey, table, query }: Place): VectorBackend {
  const request = (path: string, signal: AbortSignal, rest: Partial<HttpRequest>): HttpRequest => ({
    fetch,
    service: 'Supabase',
    url: `${url}/rest/v1/${path}`,
    signal,
    field: 'supabaseProjUrl',
    ...rest,
    headers: { apikey: apiKey, authorization: `Bearer ${apiKey}`, ...rest.headers },
  })

  return {
    async put(records, { signal }) {
      const body = records.map(({ id, vector, document }) => ({
        id,
        content: document.pageContent,
        metadata: document.metadata,
        embedding: vector,
      }))
      const headers = { prefer: 'resolution=merge-duplicates,return=minimal' }
      const send = (rows: object[]) =>
        sendRequest(request(pathSegment('Table Name', table), signal, { method: 'POST', headers, body: rows }))
      await send(body).catch((error: unknown) => {
        if (!countsItsRows(error)) throw error
        return send(body.map(({ content, metadata, embedding }) => ({ content, metadata, embedding })))
      })
    },
    async search(vector, { k, filter }, { signal }) {
      const body = { query_embedding: vector, match_count: k, filter: filter ?? {} }
      const path = `rpc/${pathSegment('Query Name', query)}`
      const rows = await requestJson(request(path, signal, { method: 'POST', body }), Rows)
      return rows.map(({ id, content, metadata, similarity }) => ({
        id: String(id),
        pageContent: content ?? '',
        metadata: metadata ?? {},
        ...(similarity !== undefined && { score: similarity }),
      }))
    },
    async stored(ids, { signal }) {
      const path = `${pathSegment('Table Name', table)}?id=${listed(ids)}&select=id,content,metadata,embedding`
      const rows = await requestJson(request(path, signal, {}), Stored).catch((error: unknown) => {
        throw countsItsRows(error) ? cannotTellApart(table, 'read back', error) : error
      })
      return withVectorsOnly(
        rows.map(({ id, content, metadata, embedding }) => ({
          id,
          pageContent: content ?? '',
          metadata: metadata ?? {},
          ...(embedding && { vector: z.array(z.number()).parse(parseJson(embedding)) }),
        })),
      )
    },
    async delete(ids, { signal }) {
      const path = `${pathSegment('Table Name', table)}?id=${listed(ids)}`
      await sendRequest(request(path, signal, { method: 'DELETE' })).catch((error: unknown) => {
        throw countsItsRows(error) ? cannotTellApart(table, 'deleted', error) : error
      })
    },
  }
}

function listed(ids: readonly string[]): string {
  return encodeURIComponent(`in.(${ids.map((id) => `"${id}"`).join(',')})`)
}

/** The table of the vendor's own guide numbers its rows itself: ours, made from the content, are no numbers. */
function countsItsRows(error: unknown): boolean {
  return error instanceof NodeError && /invalid input syntax for type (bigint|integer)/.test(error.message)
}

function cannotTellApart(table: string, done: 'read back' | 'deleted', cause: unknown): NodeError {
  return new NodeError(
    `The Supabase table "${table}" numbers its rows itself, so single vectors can't be ${done} there.`,
    {
      code: 'unsupported',
      field: 'tableName',
      hint:
        done === 'deleted'
          ? 'Delete them in Supabase, or use a table whose "id" column has the type uuid.'
          : 'They are embedded again. To avoid this, use a table whose "id" column has the type uuid.',
      cause,
    },
  )
}
