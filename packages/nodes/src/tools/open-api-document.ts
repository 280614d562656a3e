import type { JsonSchema, NodeContext } from '@chatwright/core'
import { NodeError, RecentValues } from '@chatwright/core'
import { createHash } from 'node:crypto'
import { untilAborted } from '../http/until-aborted.ts'

export interface OpenApiDocument {
  servers: string[]
  endpoints: Endpoint[]
}

export interface Endpoint {
  /** `GET /pets/{id}`, as the list of endpoints shows it. */
  name: string
  operationId: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  description: string
  parameters: EndpointParameter[]
  body: { schema: JsonSchema; isRequired: boolean } | undefined
}

export interface EndpointParameter {
  name: string
  place: 'path' | 'query' | 'header'
  schema: JsonSchema
  isRequired: boolean
}

export const LARGEST_DOCUMENT_BYTES = 5 * 1024 * 1024
const LIMITS = { timeoutMs: 30_000, memoryMb: 512 }
/** A flow reads the same few documents at every question. */
const KEPT_DOCUMENTS = 16

const documents = new RecentValues<Promise<OpenApiDocument>>(KEPT_DOCUMENTS)

/**
 * Reads an OpenAPI 3 document in YAML or JSON: in a child process, because a few hundred bytes can describe millions of
 * fields, and once for the same text, because agents ask for it at every question.
 */
export function readOpenApi(
  text: string,
  { context, signal }: { context: Pick<NodeContext, 'isolate'>; signal: AbortSignal },
): Promise<OpenApiDocument> {
  if (text.length > LARGEST_DOCUMENT_BYTES) return Promise.reject(badDocument('it is larger than 5 MB'))
  const key = createHash('sha256').update(text).digest('base64')
  const known = documents.get(key)
  if (known) return untilAborted(known, signal)
  // Without the caller's signal: others wait for the same document, and its time is bounded.
  const reading = context.isolate<OpenApiDocument>(parser, { text }, LIMITS).catch((error: unknown) => {
    if (!isOfTheDocument(error)) documents.delete(key)
    throw error
  })
  documents.set(key, reading)
  return untilAborted(reading, signal)
}

// The same line must find the module in source, where tests run it, and in the built package.
const parser = new URL(`./parse-open-api.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url)

/** The next question about the same text would only fail the same way; a busy or closing server is another matter. */
function isOfTheDocument(error: unknown): boolean {
  return error instanceof NodeError && (error.code === 'bad-input' || error.code === 'refused')
}

export function badDocument(reason: string): NodeError {
  return new NodeError(`The OpenAPI document can't be read: ${reason.slice(0, 200)}.`, {
    code: 'bad-input',
    field: 'openApiFile',
    hint: 'Provide an OpenAPI 3 document in YAML or JSON.',
  })
}
