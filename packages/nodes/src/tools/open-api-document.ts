import { NodeError, type JsonSchema } from '@chatwright/core'
import { z } from 'zod'

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

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const
const LARGEST_DOCUMENT = 5 * 1024 * 1024
/** A schema may refer to itself; deeper than this it is anything. */
const DEEPEST_SCHEMA = 6

const Parameter = z.looseObject({
  name: z.string(),
  in: z.string(),
  required: z.boolean().optional(),
  description: z.string().optional(),
  schema: z.unknown().optional(),
})
const Operation = z.looseObject({
  operationId: z.string().optional(),
  summary: z.string().optional(),
  description: z.string().optional(),
  parameters: z.array(z.unknown()).default([]),
  requestBody: z.unknown().optional(),
})
const Body = z.looseObject({
  required: z.boolean().optional(),
  content: z.record(z.string(), z.looseObject({ schema: z.unknown().optional() })).default({}),
})
const Root = z.looseObject({
  openapi: z.string(),
  servers: z.array(z.looseObject({ url: z.string() })).default([]),
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
})

/** Reads an OpenAPI 3 document in YAML or JSON. */
export async function readOpenApi(text: string): Promise<OpenApiDocument> {
  if (text.length > LARGEST_DOCUMENT) throw badDocument('it is larger than 5 MB')
  const { parse } = await import('yaml')
  const parsed = Root.safeParse(attempt(() => parse(text) as unknown))
  if (!parsed.success) throw badDocument(parsed.error.issues[0]?.message ?? 'it cannot be read')
  const root = parsed.data
  return {
    servers: root.servers.map(({ url }) => url),
    endpoints: Object.entries(root.paths).flatMap(([path, item]) =>
      METHODS.flatMap((method) => (item[method] === undefined ? [] : readEndpoint(root, { path, method, item }))),
    ),
  }
}

function readEndpoint(
  root: unknown,
  { path, method, item }: { path: string; method: (typeof METHODS)[number]; item: Record<string, unknown> },
): Endpoint[] {
  const operation = Operation.safeParse(item[method])
  if (!operation.success) return []
  const { operationId, summary, description, parameters, requestBody } = operation.data
  const shared = Array.isArray(item.parameters) ? (item.parameters as unknown[]) : []
  const name = `${method.toUpperCase()} ${path}`
  return [
    {
      name,
      operationId: operationId ?? name.replaceAll(/\W+/g, '_'),
      method: method.toUpperCase() as Endpoint['method'],
      path,
      description: [summary, description].filter((text) => text).join('. ') || name,
      parameters: [...shared, ...parameters].flatMap((each) => readParameter(root, each)),
      body: readBody(root, requestBody),
    },
  ]
}

function readParameter(root: unknown, given: unknown): EndpointParameter[] {
  const parsed = Parameter.safeParse(resolve(root, given))
  if (!parsed.success) return []
  const { name, in: place, required, description, schema } = parsed.data
  if (place !== 'path' && place !== 'query' && place !== 'header') return []
  const known = readSchema(root, schema)
  return [
    {
      name,
      place,
      isRequired: required ?? place === 'path',
      schema: { ...known, type: known.type ?? 'string', ...(description && { description }) },
    },
  ]
}

function readBody(root: unknown, given: unknown): Endpoint['body'] {
  const parsed = given === undefined ? undefined : Body.safeParse(resolve(root, given))
  if (!parsed?.success) return undefined
  const content = parsed.data.content['application/json'] ?? Object.values(parsed.data.content)[0]
  return { schema: readSchema(root, content?.schema), isRequired: parsed.data.required ?? false }
}

function readSchema(root: unknown, given: unknown, depth = 0): JsonSchema {
  const schema = resolve(root, given)
  if (!isRecord(schema) || depth > DEEPEST_SCHEMA) return {}
  const inner = (value: unknown): JsonSchema => readSchema(root, value, depth + 1)
  const { properties, items, ...rest } = schema
  return {
    ...(JSON.parse(JSON.stringify(withoutCombinations(rest))) as JsonSchema),
    ...(isRecord(properties) && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, inner(value)])),
    }),
    ...(items !== undefined && { items: inner(items) }),
  }
}

/** Vendors of models do not take references or combinations inside a tool's inputs. */
function withoutCombinations(schema: Record<string, unknown>): Record<string, unknown> {
  const dropped = new Set(['$ref', 'allOf', 'anyOf', 'oneOf', 'not', 'xml', 'example', 'examples', 'externalDocs'])
  return Object.fromEntries(Object.entries(schema).filter(([key]) => !dropped.has(key)))
}

/** Follows a reference within the document; one to elsewhere means nothing. */
function resolve(root: unknown, value: unknown, hops = 0): unknown {
  if (!isRecord(value) || typeof value.$ref !== 'string' || hops > 10) return value
  if (!value.$ref.startsWith('#/')) return {}
  let found = root
  for (const part of value.$ref.slice(2).split('/')) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~')
    found = isRecord(found) && Object.hasOwn(found, key) ? found[key] : undefined
  }
  return resolve(root, found, hops + 1)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function attempt(work: () => unknown): unknown {
  try {
    return work()
  } catch (cause) {
    throw badDocument(cause instanceof Error ? cause.message : String(cause))
  }
}

function badDocument(reason: string): NodeError {
  return new NodeError(`The OpenAPI document is not understood: ${reason.slice(0, 200)}.`, {
    code: 'bad-input',
    field: 'openApiFile',
    hint: 'Give an OpenAPI 3 document in YAML or JSON.',
  })
}
