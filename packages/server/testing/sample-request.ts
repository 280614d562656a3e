import { routeUrl, type Route } from '@chatwright/contract'
import { z } from 'zod'

/** A schema as OpenAPI shows it: enough of JSON Schema to make requests from. */
export interface JsonSchema {
  type?: string | string[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: boolean | JsonSchema
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  enum?: unknown[]
  const?: unknown
  default?: unknown
  pattern?: string
  format?: string
  minimum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
}

export interface SampleRequest {
  method: Route['method']
  url: string
  body: unknown
}

/** A request the route's own schemas accept, made from them alone, so that a new route needs no line here. */
export function sampleRequest(route: Route, known: Record<string, unknown> = {}): SampleRequest {
  const params = { ...(sampleOf(schemaOf(route.params), 'required') as object), ...known }
  const query = sampleOf(schemaOf(route.query), 'required')
  return {
    method: route.method,
    url: routeUrl(route, { params, query }),
    body: route.body ? sampleOf(schemaOf(route.body), 'required') : undefined,
  }
}

export function schemaOf(schema: z.ZodType | undefined): JsonSchema {
  if (!schema) return { type: 'object' }
  const known = schemas.get(schema)
  if (known) return known
  const made = z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' }) as JsonSchema
  schemas.set(schema, made)
  return made
}

/** Each is asked for by several tests of its route. */
const schemas = new WeakMap<z.ZodType, JsonSchema>()

/** A value that fits, with all properties or only those that must be there. */
export function sampleOf(schema: JsonSchema, properties: 'all' | 'required'): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const [choice] = schema.anyOf ?? schema.oneOf ?? schema.allOf ?? []
  if (choice) return sampleOf(choice, properties)
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'string':
      return sampleText(schema)
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 1, 1)
    case 'boolean':
      return true
    case 'null':
      return null
    case 'array':
      return (schema.minItems ?? 0) > 0 ? [sampleOf(schema.items ?? {}, properties)] : []
    case 'object': {
      const names = properties === 'all' ? Object.keys(schema.properties ?? {}) : (schema.required ?? [])
      return Object.fromEntries(names.map((name) => [name, sampleOf(schema.properties?.[name] ?? {}, properties)]))
    }
    default:
      return 'anything'
  }
}

const texts = [
  'sample',
  '11111111-1111-4111-8111-111111111111',
  '{"nodes":[],"edges":[]}',
  '[]',
  '2020-01-01T00:00:00.000Z',
  'https://example.invalid',
  '1',
]

function sampleText({ pattern, format, minLength = 0 }: JsonSchema): string {
  if (format === 'date-time') return '2020-01-01T00:00:00.000Z'
  const fits = texts.find(
    (text) => text.length >= minLength && (pattern === undefined || new RegExp(pattern, 'u').test(text)),
  )
  return fits ?? 'x'.repeat(minLength)
}
