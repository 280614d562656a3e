import { perform, type JsonSchema, type NodeContext, type Run, type Tool } from '@chatwright/core'
import { fillPath } from '../http/fill-path.ts'
import { sendRequest } from '../http/send-request.ts'
import { webAddress } from '../web/fetch-page.ts'
import type { Endpoint } from './open-api-document.ts'
import { capText, toolName } from './text-tool.ts'

export interface ApiSettings {
  context: NodeContext
  server: string
  headers: Record<string, string>
  returnDirect: boolean
  removeNulls: boolean
  /** JavaScript that sends the request in the sandbox, instead of us. */
  customCode: string | undefined
}

interface ApiRequest {
  url: URL
  headers: Record<string, string>
  body: unknown
}

/** One tool per endpoint. */
export function endpointTool(endpoint: Endpoint, settings: ApiSettings): Tool {
  const { context, customCode } = settings
  const { method } = endpoint
  const effect = method === 'GET' && !customCode ? 'reads' : 'writes'
  return {
    kind: 'tool',
    name: toolName(endpoint.operationId),
    description: endpoint.description.slice(0, 1024),
    parameters: parametersOf(endpoint),
    ...(settings.returnDirect && { returnDirect: true }),
    effect,
    call: (input, run) => {
      const asked = { operation: endpoint.operationId, input }
      return perform(run, { kind: 'http', method, effect, input: asked }, () => send(input, run))
    },
  }

  async function send(input: Record<string, unknown>, run: Run): Promise<string> {
    const request = requestFor(endpoint, input, settings)
    if (customCode) {
      const { value } = await context.sandbox.run({
        code: customCode,
        globals: {
          $url: request.url.href,
          $options: {
            method: endpoint.method,
            headers: request.headers,
            ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
          },
        },
        signal: run.signal,
      })
      return capText(typeof value === 'string' ? value : JSON.stringify(value ?? null))
    }
    const { text } = await sendRequest({
      fetch: context.fetch,
      service: request.url.host,
      url: request.url,
      method: endpoint.method,
      headers: request.headers,
      ...(request.body !== undefined && { body: request.body }),
      signal: run.signal,
    })
    return text === '' ? 'Done; the answer was empty.' : capText(text)
  }
}

function parametersOf({ parameters, body }: Endpoint): JsonSchema {
  return {
    type: 'object',
    properties: {
      ...Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
      ...(body && { requestBody: { type: 'object', ...body.schema } }),
    },
    required: [
      ...parameters.filter(({ isRequired }) => isRequired).map(({ name }) => name),
      ...(body?.isRequired ? ['requestBody'] : []),
    ],
  }
}

function requestFor(endpoint: Endpoint, input: Record<string, unknown>, settings: ApiSettings): ApiRequest {
  const headers = { ...settings.headers }
  const places = new Map<string, string | undefined>()
  const query = new URLSearchParams()
  for (const { name, place } of endpoint.parameters) {
    const value = input[name]
    const text = typeof value === 'string' ? value : JSON.stringify(value ?? undefined)
    if (place === 'path') places.set(name, text)
    else if (text === undefined) continue
    else if (place === 'query') query.set(name, text)
    else headers[name] = text
  }
  const server = webAddress(settings.server)
  // A path without a slash would go on with the name of the server, and take the headers elsewhere.
  const path = endpoint.path.startsWith('/') ? endpoint.path : `/${endpoint.path}`
  const url = webAddress(
    `${server.origin}${server.pathname.replace(/(?<!\/)\/+$/, '')}${fillPath(path, places)}${server.search}`,
  )
  for (const [name, value] of query) url.searchParams.set(name, value)
  const given = input.requestBody
  return { url, headers, body: settings.removeNulls ? withoutNulls(given) : given }
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => (inner === null ? [] : [[key, withoutNulls(inner)]])),
  )
}
