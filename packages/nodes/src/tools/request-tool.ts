import { parseJson, NodeError, type JsonSchema, type NodeContext, type Tool } from '@chatwright/core'
import { z } from 'zod'
import { fillPath } from '../http/fill-path.ts'
import { headerTexts } from '../http/header-texts.ts'
import { sendRequest } from '../http/send-request.ts'
import { webAddress } from '../web/fetch-page.ts'
import { capText, toolName } from './text-tool.ts'

export interface RequestSettings {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  context: Pick<NodeContext, 'fetch'>
  /** Fixed by the builder; when empty, the model names the address. */
  url: string | undefined
  name: string
  description: string | undefined
  /** JSON text. */
  headers: string | undefined
  /** JSON text, sent as it is when the model gives nothing of its own. */
  body?: string | undefined
  /** What the model fills in, as JSON text: `{"id": {"type": "string", "in": "path"}}`. */
  schema: string | undefined
  maxOutputLength: number
}

type Place = 'path' | 'query' | 'body'

interface Field {
  schema: JsonSchema
  place: Place
  isRequired: boolean
}

/** A tool that sends one kind of request; the model gives the parts that the schema leaves open. */
export function requestTool(settings: RequestSettings): Tool {
  const { method, context, maxOutputLength } = settings
  const hasBody = method === 'POST' || method === 'PUT'
  const fields = readFields(settings.schema, hasBody ? 'body' : 'query')
  const headers = headerTexts(parseObject(settings.headers, 'headers'))
  const fixedBody = parseObject(settings.body, 'body')
  const givesUrl = !settings.url?.trim()
  const takesAnyBody = hasBody && fields.size === 0 && !fixedBody

  return {
    kind: 'tool',
    effect: method === 'GET' ? 'reads' : 'writes',
    name: toolName(settings.name),
    description: settings.description?.trim() || defaultDescription(method, givesUrl),
    parameters: {
      type: 'object',
      properties: {
        ...(givesUrl && { url: { type: 'string', description: 'The full URL, starting with https://.' } }),
        ...Object.fromEntries([...fields].map(([name, field]) => [name, field.schema])),
        ...(takesAnyBody && { body: { type: 'object', description: 'The JSON to send.' } }),
      },
      required: [
        ...(givesUrl ? ['url'] : []),
        ...[...fields].flatMap(([name, field]) => (field.isRequired ? name : [])),
      ],
    },
    async call(input, run) {
      const url = addressFor(givesUrl ? textOf(input.url) : (settings.url ?? ''), fields, input)
      const body = { ...fixedBody, ...pick(fields, input, 'body'), ...(takesAnyBody && asObject(input.body)) }
      const { text } = await sendRequest({
        fetch: context.fetch,
        service: url.host,
        url,
        method,
        headers,
        ...(hasBody && { body }),
        signal: run.signal,
      })
      return text === '' ? 'Done; the answer was empty.' : capText(text, maxOutputLength)
    },
  }
}

const Fields = z.record(
  z.string(),
  z.looseObject({
    type: z.enum(['string', 'number', 'integer', 'boolean', 'object', 'array']).catch('string'),
    description: z.string().catch(''),
    required: z.boolean().optional(),
    in: z.enum(['path', 'query', 'body']).optional(),
  }),
)

function readFields(schema: string | undefined, defaultPlace: Place): Map<string, Field> {
  const parsed = Fields.safeParse(parseObject(schema, 'schema') ?? {})
  if (!parsed.success) throw badJson('schema')
  return new Map(
    Object.entries(parsed.data).map(([name, { required, in: place, ...rest }]) => [
      name,
      { schema: rest, place: place ?? defaultPlace, isRequired: required ?? false },
    ]),
  )
}

function addressFor(base: string, fields: ReadonlyMap<string, Field>, input: Record<string, unknown>): URL {
  const places = [...fields].flatMap(([name, { place }]) => (place === 'path' ? name : []))
  const given = new Map(places.map((name) => [name, input[name] === undefined ? undefined : textOf(input[name])]))
  const url = webAddress(fillPath(base, given))
  for (const [name, value] of Object.entries(pick(fields, input, 'query'))) url.searchParams.set(name, textOf(value))
  return url
}

function pick(fields: ReadonlyMap<string, Field>, input: Record<string, unknown>, place: Place) {
  return Object.fromEntries(
    Object.entries(input).filter(([name, value]) => fields.get(name)?.place === place && value !== undefined),
  )
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? '')
}

function parseObject(text: string | undefined, field: string): Record<string, unknown> | undefined {
  if (!text?.trim()) return undefined
  try {
    const value: unknown = parseJson(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  } catch {
    // Told below.
  }
  throw badJson(field)
}

function badJson(field: string): NodeError {
  return new NodeError(`The request's ${field} must be a JSON object.`, {
    code: 'bad-input',
    hint: 'Check quotes, commas and brackets. Use a form such as {"name": "value"}.',
  })
}

function defaultDescription(method: string, givesUrl: boolean): string {
  return givesUrl
    ? `Sends a ${method} request to a URL and returns the response.`
    : `Sends a ${method} request and returns the response.`
}
