import { parseJson } from '@chatwright/core'
import { list, record, text, type Json } from '../shared/values.ts'
import { policyOf, Prepared, type FlowMap, type Mapped, type Turn } from './flow-map.ts'
import { parameterCode } from './data.ts'
import { fromHttp } from './sources.ts'

const METHODS = new Set(['GET', 'POST', 'PUT', 'DELETE', 'PATCH'])

interface Request {
  method: string
  url: unknown
  headers: readonly Row[]
  query: readonly Row[]
  bodyType?: 'json' | 'raw' | 'xWwwFormUrlencoded' | 'formData'
  body?: unknown
  rows?: readonly Row[]
  asText?: boolean
}

interface Row {
  key: string
  value: unknown
}

/** A request as a step; what its sign-in needs is a gap. */
export function mapHttp(map: FlowMap, turn: Turn): Mapped | string {
  const { node } = turn
  const { parameters } = node
  const method = text(parameters['method'] ?? parameters['requestMethod'], 'GET')
    .replace(/^=/, '')
    .trim()
    .toUpperCase()
  if (!METHODS.has(method)) return `Requests by ${method} have no step here.`
  const contentType = text(parameters['contentType'] ?? parameters['bodyContentType'], 'json')
  if (parameters['sendBody'] === true && contentType === 'binaryData') return 'Sending files has no step here.'
  const format = responseFormat(parameters)
  if (format === 'file') return 'Downloading files has no step here.'
  const authentication = text(parameters['authentication'], 'none')
  const request: Request = {
    method,
    url: parameters['url'] ?? '',
    headers: parameters['sendHeaders'] === false ? [] : rowsOf(parameters, 'Headers'),
    query: parameters['sendQuery'] === false ? [] : rowsOf(parameters, 'Query'),
    ...bodyOf(parameters, contentType),
    asText: format === 'text',
  }
  const isFull = record(record(record(parameters['options'])['response'])['response'])['fullResponse'] === true
  const note =
    authentication === 'none'
      ? 'If the answer is a list, the next step gets all of it at once.'
      : 'Choose how it signs in. If the answer is a list, the next step gets all of it at once.'
  return addRequest(map, turn, request, { note, isSigned: authentication !== 'none', isFull })
}

function responseFormat(parameters: Json): string {
  const options = record(parameters['options'])
  return text(record(record(options['response'])['response'])['responseFormat'] ?? parameters['responseFormat'])
}

function rowsOf(parameters: Json, part: 'Headers' | 'Query'): Row[] {
  const names = {
    Headers: ['headerParameters', 'headerParametersUi', 'jsonHeaders'],
    Query: ['queryParameters', 'queryParametersUi', 'jsonQuery'],
  }[part]
  for (const name of names) {
    const held = record(parameters[name])
    const rows = list(held['parameters'] ?? held['parameter'])
    if (rows.length > 0)
      return rows.map((row) => ({ key: text(record(row)['name']), value: record(row)['value'] ?? '' }))
    const json = parameters[name]
    if (typeof json === 'string' && !json.startsWith('=')) {
      try {
        return Object.entries(record(parseJson(json))).map(([key, value]) => ({ key, value }))
      } catch {
        continue
      }
    }
  }
  return []
}

function bodyOf(parameters: Json, contentType: string): Partial<Request> {
  if (parameters['sendBody'] !== true && parameters['jsonParameters'] !== true && !('bodyParametersUi' in parameters))
    return {}
  const held = record(parameters['bodyParameters'] ?? parameters['bodyParametersUi'])
  const rows = list(held['parameters'] ?? held['parameter']).map((row) => ({
    key: text(record(row)['name']),
    value: record(row)['value'] ?? '',
  }))
  if (contentType === 'raw') return { bodyType: 'raw', body: parameters['body'] ?? '' }
  if (contentType === 'form-urlencoded') return { bodyType: 'xWwwFormUrlencoded', rows }
  if (contentType === 'multipart-form-data') return { bodyType: 'formData', rows }
  const json = parameters['jsonBody'] ?? parameters['bodyParametersJson']
  if (parameters['specifyBody'] === 'json' || (json !== undefined && rows.length === 0))
    return { bodyType: 'json', body: json ?? '' }
  return {
    bodyType: 'json',
    body: Object.fromEntries(rows.filter(({ key }) => key !== '').map(({ key, value }) => [key, value])),
  }
}

export function addRequest(
  map: FlowMap,
  turn: Turn,
  request: Request,
  { note, isSigned, isFull = false }: { note: string; isSigned: boolean; isFull?: boolean },
): Mapped | string {
  const { node } = turn
  const prepared = new Prepared(map, turn)
  const rows = (given: readonly Row[]) =>
    given.filter(({ key }) => key.trim() !== '').map(({ key, value }) => ({ key, value: prepared.say(value) }))
  const { bodyType, body } = request
  const inputs = {
    method: request.method,
    url: prepared.say(request.url).trim(),
    headers: rows(request.headers),
    queryParams: rows(request.query),
    ...(request.method !== 'GET' &&
      bodyType !== undefined && {
        bodyType,
        body: request.rows ? rows(request.rows) : bodyText(prepared, body),
      }),
    ...(request.asText && { responseType: 'text' }),
    ...policyOf(node),
  }
  if (inputs.url === '') return 'It has no address.'
  if (prepared.isBroken) return 'An expression in it is not complete.'
  const { ways, ids } = prepared.finish()
  const id = map.drawing.add({ node: 'httpAgentflow', label: node.name, container: turn.scope.container, inputs })
  map.connect(ways, id, node)
  if (isSigned) {
    const [credential] = Object.entries(node.credentials)
    const name =
      text(record(credential?.[1])['name']) ||
      credential?.[0] ||
      text(node.parameters['nodeCredentialType']) ||
      node.name
    map.gaps.push({ name, types: ['httpBasicAuth', 'httpBearerToken', 'httpApiKey'], step: id })
    map.problem('credential', `Choose a credential for "${node.name}" (${name}).`, node, id)
  }
  map.tell(node, 'different', [...ids, id], note)
  return {
    scope: turn.scope,
    entry: ids[0] ?? id,
    exits: (output) => [{ id, ...(output > 0 && { branch: 'error' }) }],
    source: fromHttp(id, isFull),
  }
}

/** JSON that holds expressions is made as a whole, so that what they give can't break it. */
function bodyText(prepared: Prepared, body: unknown): string {
  if (typeof body === 'string') return prepared.say(body)
  const isPlain = !JSON.stringify(body ?? {}).includes('"=')
  return isPlain ? JSON.stringify(body, undefined, 2) : prepared.computed(parameterCode(body))
}
