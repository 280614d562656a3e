import { NodeError, parseJson } from '@chatwright/core'
import { z } from 'zod'
import { badDocument, type Endpoint, type EndpointParameter, type OpenApiDocument } from './open-api-document.ts'
import { createSchemaReader, type SchemaReader } from './open-api-schema.ts'

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const
const MOST_ENDPOINTS = 10_000
const MOST_SERVERS = 100
const MOST_PARAMETERS = 200
/** As much as a tool may say of itself. */
const LONGEST_DESCRIPTION = 1024

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

/** What a document offers, as small as it can be said. Runs in a child process. */
export default async function parseOpenApi({ text }: { text: string }): Promise<OpenApiDocument> {
  try {
    return readRoot(await parseText(text))
  } catch (error) {
    if (error instanceof NodeError) throw error
    throw badDocument(error instanceof Error ? error.message : String(error))
  }
}

/** JSON is YAML too, but YAML takes twenty times as long to read. */
async function parseText(text: string): Promise<unknown> {
  if (/^\s*\{/.test(text)) {
    try {
      return parseJson(text)
    } catch (error) {
      if (error instanceof SyntaxError && error.message.startsWith('Nested')) throw error
    }
  }
  const { parse } = await import('yaml')
  // Its search for a key that stands twice compares each with all.
  return parse(text, { uniqueKeys: false }) as unknown
}

function readRoot(value: unknown): OpenApiDocument {
  const parsed = Root.safeParse(value)
  if (!parsed.success) throw badDocument(parsed.error.issues[0]?.message ?? "it can't be read")
  const root = parsed.data
  const schemas = createSchemaReader(root)
  const endpoints: Endpoint[] = []
  for (const [path, item] of Object.entries(root.paths)) {
    for (const method of METHODS) {
      if (item[method] !== undefined) endpoints.push(...readEndpoint(schemas, { path, method, item }))
    }
    if (endpoints.length > MOST_ENDPOINTS) throw badDocument(`it offers more than ${MOST_ENDPOINTS} endpoints`)
  }
  return { servers: root.servers.slice(0, MOST_SERVERS).map(({ url }) => url), endpoints }
}

function readEndpoint(
  schemas: SchemaReader,
  { path, method, item }: { path: string; method: (typeof METHODS)[number]; item: Record<string, unknown> },
): Endpoint[] {
  const operation = Operation.safeParse(item[method])
  if (!operation.success) return []
  const { operationId, summary, description, parameters, requestBody } = operation.data
  const shared = Array.isArray(item.parameters) ? (item.parameters as unknown[]) : []
  const name = `${method.toUpperCase()} ${path}`
  const given = [...shared, ...parameters]
  if (given.length > MOST_PARAMETERS) throw badDocument(`${name} takes more than ${MOST_PARAMETERS} parameters`)
  schemas.begin()
  return [
    {
      name,
      operationId: operationId ?? name.replaceAll(/\W+/g, '_'),
      method: method.toUpperCase() as Endpoint['method'],
      path,
      description: ([summary, description].filter((text) => text).join('. ') || name).slice(0, LONGEST_DESCRIPTION),
      parameters: given.flatMap((each) => readParameter(schemas, each)),
      body: readBody(schemas, requestBody),
    },
  ]
}

function readParameter(schemas: SchemaReader, given: unknown): EndpointParameter[] {
  const parsed = Parameter.safeParse(schemas.resolve(given))
  if (!parsed.success) return []
  const { name, in: place, required, description, schema } = parsed.data
  if (place !== 'path' && place !== 'query' && place !== 'header') return []
  const known = schemas.read(schema)
  return [
    {
      name,
      place,
      isRequired: required ?? place === 'path',
      schema: {
        ...known,
        type: known.type ?? 'string',
        ...(description && { description: description.slice(0, LONGEST_DESCRIPTION) }),
      },
    },
  ]
}

function readBody(schemas: SchemaReader, given: unknown): Endpoint['body'] {
  const parsed = given === undefined ? undefined : Body.safeParse(schemas.resolve(given))
  if (!parsed?.success) return undefined
  const content = parsed.data.content['application/json'] ?? Object.values(parsed.data.content)[0]
  return { schema: schemas.read(content?.schema), isRequired: parsed.data.required ?? false }
}
