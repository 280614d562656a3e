import { z } from 'zod'
import { ErrorBody, errorTable } from './errors.ts'
import { isCountedRead, type Route } from './route.ts'

const mediaTypes = {
  json: 'application/json',
  text: 'text/plain',
  'event-stream': 'text/event-stream',
  file: 'application/octet-stream',
}

/** The OpenAPI 3.1 document of a set of routes. */
export function toOpenApi(routes: readonly Route[], info: { title: string; version: string }): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const route of routes) {
    const path = `${route.base}${route.path}`.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route) }
  }
  return {
    openapi: '3.1.0',
    info,
    paths,
    components: {
      schemas: { Error: toSchema(ErrorBody) },
      securitySchemes: {
        basic: { type: 'http', scheme: 'basic' },
        apiKey: { type: 'http', scheme: 'bearer' },
      },
    },
  }
}

function operation(route: Route): Record<string, unknown> {
  const statuses = new Set<number>([400, ...route.errors.map((code) => errorTable[code].status)])
  if (route.access !== 'public') statuses.add(401)
  if (isCountedRead(route)) statuses.add(errorTable['too-many-requests'].status)
  return {
    summary: route.summary,
    tags: [route.tag],
    'x-access': route.access,
    ...(route.right && { 'x-right': route.right }),
    ...(route.isForKeys && { 'x-for-keys': true }),
    ...(route.access !== 'public' && { security: [{ basic: [] }, { apiKey: [] }] }),
    parameters: [...parameters(route.params, 'path'), ...parameters(route.query, 'query')],
    ...(route.body && { requestBody: requestBody(route) }),
    responses: {
      [route.status]: {
        description: 'Success',
        content: {
          [mediaTypes[route.produces]]: { schema: route.response ? toSchema(route.response) : {} },
        },
      },
      ...Object.fromEntries(
        [...statuses]
          .sort((a, b) => a - b)
          .map((status) => [
            status,
            {
              description: 'Error',
              content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
            },
          ]),
      ),
    },
  }
}

function requestBody(route: Route): Record<string, unknown> {
  const schema = toSchema(route.body ?? z.unknown())
  return {
    required: true,
    content: {
      ...(route.consumes !== 'multipart' && { 'application/json': { schema } }),
      ...(route.consumes === 'raw' && { 'application/x-www-form-urlencoded': { schema } }),
      ...(route.consumes.endsWith('multipart') && { 'multipart/form-data': { schema } }),
    },
  }
}

function parameters(schema: z.ZodType | undefined, place: 'path' | 'query'): Record<string, unknown>[] {
  if (!schema) return []
  const { properties = {}, required = [] } = toSchema(schema) as {
    properties?: Record<string, unknown>
    required?: string[]
  }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }))
}

function toSchema(schema: z.ZodType): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' })
  return rest
}
