import { parseJson, NodeError } from '@chatwright/core'
import { z } from 'zod'
import { requestJson } from '../http/request-json.ts'
import type { HttpRequest } from '../http/http-exchange.ts'
import { sendRequest } from '../http/send-request.ts'
import { writeMetadata } from './flat-metadata.ts'
import { withVectorsOnly, type VectorBackend, type VectorMatch } from './vector-backend.ts'
import { pathSegment } from '../http/path-segment.ts'

export interface WeaviatePlace {
  fetch: typeof fetch
  url: string
  apiKey: string | undefined
  index: string
  textKey: string
  /** A JSON list of the properties to read. */
  metadataKeys: string | undefined
}

/** All metadata in one property, so that what goes in comes out whatever the schema knows. */
const METADATA_PROPERTY = 'chatwrightMetadata'

const Batch = z.array(
  z.object({
    result: z.object({ errors: z.object({ error: z.array(z.object({ message: z.string() })) }).nullish() }).optional(),
  }),
)
const Schema = z.object({ properties: z.array(z.object({ name: z.string() })).nullish() })
const Answer = z.object({
  data: z.object({ Get: z.record(z.string(), z.array(z.record(z.string(), z.unknown())).nullable()) }).nullish(),
  errors: z.array(z.object({ message: z.string() })).optional(),
})
const Additional = z.object({
  id: z.string(),
  distance: z.number().nullish(),
  vector: z.array(z.number()).nullish(),
})

const Stored = z.object({
  id: z.string(),
  vector: z.array(z.number()).nullish(),
  properties: z.record(z.string(), z.unknown()).nullish(),
})

export function weaviateBackend(place: WeaviatePlace): VectorBackend {
  const { fetch, url, apiKey, index, textKey } = place
  if (!/^[A-Z][A-Za-z0-9_]*$/.test(index) || !isName(textKey)) {
    throw new NodeError(`"${index}" isn't a valid name for a Weaviate collection.`, {
      code: 'bad-input',
      field: 'weaviateIndex',
      hint: 'Start with a capital letter, followed by letters, digits and _ only.',
    })
  }
  const request = (path: string, signal: AbortSignal, rest: Partial<HttpRequest>): HttpRequest => ({
    fetch,
    service: 'Weaviate',
    url: `${url}/v1${path}`,
    headers: apiKey ? { authorization: `Bearer ${apiKey}` } : {},
    signal,
    field: 'weaviateHost',
    ...rest,
  })

  return {
    async prepare(_, { signal }) {
      const { status } = await sendRequest(request(`/schema/${index}`, signal, { accept: [404] }))
      if (status !== 404) return
      const body = { class: index, vectorizer: 'none', vectorIndexConfig: { distance: 'cosine' } }
      await requestJson(request('/schema', signal, { method: 'POST', body }), z.unknown())
    },
    async put(records, { signal }) {
      const objects = records.map(({ id, vector, document }) => ({
        class: index,
        id,
        vector,
        properties: {
          ...propertiesOf(document.metadata),
          [textKey]: document.pageContent,
          [METADATA_PROPERTY]: JSON.stringify(document.metadata),
        },
      }))
      const stored = await requestJson(request('/batch/objects', signal, { method: 'POST', body: { objects } }), Batch)
      const [failure] = stored.flatMap(({ result }) => result?.errors?.error ?? [])
      if (failure) throw new NodeError(`Weaviate didn't store a document: ${failure.message}`)
    },
    async search(vector, { k, filter, withVectors }, { signal }) {
      const known = await propertiesIn(request(`/schema/${index}`, signal, {}))
      const names = [textKey, METADATA_PROPERTY, ...readKeys(place.metadataKeys)].filter((name) => known.has(name))
      const query = `{ Get { ${index}(nearVector: { vector: ${JSON.stringify(vector)} }, limit: ${k}${whereClause(filter)}) { ${names.join(' ')} _additional { id distance${withVectors ? ' vector' : ''} } } } }`
      const { data, errors } = await requestJson(
        request('/graphql', signal, { method: 'POST', body: { query } }),
        Answer,
      )
      if (errors?.[0]) throw new NodeError(`Weaviate refused the search: ${errors[0].message}`, { code: 'bad-input' })
      return (data?.Get[index] ?? []).map((found) => readObject(found, textKey))
    },
    async stored(ids, { signal }) {
      const found: VectorMatch[] = []
      for (const id of ids) {
        const path = `/objects/${index}/${pathSegment('id', id)}?include=vector`
        const answer = await sendRequest(request(path, signal, { accept: [404] }))
        if (answer.status === 404) continue
        const { properties, ...rest } = Stored.parse(parseJson(answer.text))
        found.push(readObject({ ...properties, _additional: rest }, textKey))
      }
      return withVectorsOnly(found)
    },
    async delete(ids, { signal }) {
      for (const id of ids) {
        await sendRequest(
          request(`/objects/${index}/${pathSegment('id', id)}`, signal, { method: 'DELETE', accept: [404] }),
        )
      }
    },
  }
}

function readObject({ _additional, ...properties }: Record<string, unknown>, textKey: string) {
  const { id, distance, vector } = Additional.parse(_additional)
  const { [textKey]: text, [METADATA_PROPERTY]: whole, ...rest } = properties
  return {
    id,
    pageContent: typeof text === 'string' ? text : '',
    metadata: typeof whole === 'string' ? (parseJson(whole) as Record<string, unknown>) : rest,
    ...(typeof distance === 'number' && { score: 1 - distance }),
    ...(vector?.length && { vector }),
  }
}

async function propertiesIn(request: HttpRequest): Promise<Set<string>> {
  const { properties } = await requestJson(request, Schema)
  return new Set((properties ?? []).map(({ name }) => name))
}

/** Names of properties take letters, digits and _ only: `loc.lines.from` is stored as `loc_lines_from`. */
function propertiesOf(metadata: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(writeMetadata(metadata))
      .map(([key, value]): [string, unknown] => [key.replaceAll('.', '_'), value])
      .filter(([key]) => isName(key) && key !== 'id'),
  )
}

function whereClause(filter: Record<string, unknown> | undefined): string {
  const facts = Object.entries(filter ?? {}).filter(([key]) => isName(key))
  if (facts.length === 0) return ''
  const operands = facts.map(([key, value]) => `{ path: ["${key}"], operator: Equal, ${graphqlValue(value)} }`)
  return `, where: { operator: And, operands: [${operands.join(', ')}] }`
}

function graphqlValue(value: unknown): string {
  if (typeof value === 'number') return `${Number.isInteger(value) ? 'valueInt' : 'valueNumber'}: ${value}`
  if (typeof value === 'boolean') return `valueBoolean: ${value}`
  return `valueText: ${JSON.stringify(typeof value === 'string' ? value : JSON.stringify(value))}`
}

function readKeys(text: string | undefined): string[] {
  const written = text?.trim() ?? ''
  if (written === '') return []
  const keys: unknown = written.startsWith('[') ? parseJson(written) : written.split(',').map((key) => key.trim())
  return Array.isArray(keys) ? keys.filter((key): key is string => typeof key === 'string' && isName(key)) : []
}

function isName(text: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(text)
}
