import { AppError } from '@chatwright/contract'
import { findShapeFault, isSecretName } from '@chatwright/core'
import { parseUrlForm } from '../../door/http/parse-form.ts'
import { MAX_OPEN_VALUES, MAX_VALUES } from '../../door/http/read-json.ts'
import type { WebhookData } from '../../runs/runs/run-job.ts'
import type { WebhookField, WebhookSettings } from './read-webhook.ts'
import { TIME_HEADER, type Extra } from './signature.ts'

/** What came over the wire. */
export interface RawDelivery {
  method: string
  contentType: string | undefined
  headers: Readonly<Record<string, string | string[] | undefined>>
  query: Readonly<Record<string, unknown>>
  bytes: Buffer
}

/** Throws 405 or 415 where a flow takes something else. */
export function refuseOtherKinds(
  { method, contentType }: Pick<WebhookSettings, 'method' | 'contentType'>,
  { method: sent, contentType: shown, bytes }: Pick<RawDelivery, 'method' | 'contentType' | 'bytes'>,
): void {
  if (sent !== method) {
    throw new AppError('method-not-allowed', undefined, { message: `This webhook accepts ${method}, not ${sent}.` })
  }
  const kind = shown?.split(';')[0]?.trim().toLowerCase()
  // What has no body needs no type.
  if (kind === contentType || (bytes.length === 0 && (kind === undefined || kind === ''))) return
  throw new AppError('unsupported-media-type', undefined, { message: `This webhook accepts ${contentType}.` })
}

/** What the steps of a flow can refer to as `$webhook`. */
export function readDelivery(
  { contentType, signature }: Pick<WebhookSettings, 'contentType' | 'signature'>,
  { headers, query, bytes }: Pick<RawDelivery, 'headers' | 'query' | 'bytes'>,
): WebhookData {
  // What nobody signed anybody may have sent.
  const maxValues = signature ? MAX_VALUES : MAX_OPEN_VALUES
  return {
    body: contentType === 'application/json' ? readJson(bytes, maxValues) : readForm(bytes, maxValues),
    headers: Object.fromEntries(
      Object.entries(headers).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, isPrivate(name, signature?.header) ? HIDDEN : value]],
      ),
    ),
    query: { ...query },
  }
}

/** What of a delivery its signature covers: the rest anyone may have changed on the way. */
export function handedOn({ body, query, headers }: WebhookData, covers: ReadonlySet<Extra>): WebhookData {
  const time = headers[TIME_HEADER]
  const signed = covers.has('time') && time !== undefined ? { [TIME_HEADER]: time } : {}
  return { body, query: covers.has('query') ? query : {}, headers: covers.has('headers') ? headers : signed }
}

/** Throws where a flow demands what its kind of signature never hands on: no delivery would do. */
export function refuseUncovered({ fields }: Pick<WebhookSettings, 'fields'>, covers: ReadonlySet<Extra>): void {
  const issues = (['query', 'headers'] as const)
    .filter((place) => !covers.has(place))
    .flatMap((place) => fields?.[place].filter(({ isRequired }) => isRequired).map(({ name }) => `${place}.${name}`))
    .flatMap((path) => (path === undefined ? [] : [{ path: path.toLowerCase(), message: UNCOVERED }]))
  if (issues.length > 0) throw invalid(issues)
}

const UNCOVERED =
  "This webhook's signature doesn't cover this value, so the flow doesn't receive it. Send it in the body."
const HIDDEN = '•••'
const PRIVATE_HEADERS: ReadonlySet<string> = new Set(['authorization', 'proxy-authorization', 'cookie', 'set-cookie'])

/** What proves who somebody is belongs into no trace, and to no model. */
function isPrivate(name: string, signatureHeader: string | undefined): boolean {
  return PRIVATE_HEADERS.has(name) || name === signatureHeader || isSecretName(name)
}

function readJson(bytes: Buffer, maxValues: number): unknown {
  if (bytes.length === 0) return {}
  const text = bytes.toString('utf8')
  const fault = findShapeFault(text, { maxValues })
  if (fault !== undefined) throw invalid([{ path: 'body', message: fault }])
  try {
    // Only what may hold such a name is looked at twice: it would be one of many ways to reach what all objects share.
    if (/__proto__|\\u005f/i.test(text)) JSON.parse(text, refusePrototypes)
    return JSON.parse(text)
  } catch {
    throw invalid([{ path: 'body', message: "This isn't JSON." }])
  }
}

function refusePrototypes(key: string, value: unknown): unknown {
  if (key === '__proto__') throw new SyntaxError(key)
  return value
}

/** Some senders put JSON into a single field of that name. */
function readForm(bytes: Buffer, maxValues: number): unknown {
  const values: Record<string, unknown> = {}
  for (const { name, value } of parseUrlForm(bytes.toString('utf8')).fields) {
    const before = values[name]
    values[name] = before === undefined ? value : Array.isArray(before) ? [...before, value] : [before, value]
  }
  const { payload } = values
  if (typeof payload !== 'string' || Object.keys(values).length > 1) return values
  try {
    return readJson(Buffer.from(payload), maxValues)
  } catch {
    return values
  }
}

/** Throws what a delivery lacks, and what is of another type than the Start step says. */
export function checkFields({ fields, contentType }: WebhookSettings, { query, headers, body }: WebhookData): void {
  if (!fields) return
  const bodyValues = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
  const isTyped = contentType === 'application/json'
  const issues = [
    ...fields.query.flatMap((field) => missing(field, query[field.name], `query.${field.name}`)),
    ...fields.headers.flatMap((field) =>
      missing(field, headers[field.name.toLowerCase()], `headers.${field.name.toLowerCase()}`),
    ),
    ...fields.body.flatMap((field) => {
      const value = Object.hasOwn(bodyValues, field.name) ? bodyValues[field.name] : undefined
      const path = `body.${field.name}`
      if (value === undefined || value === null) return missing(field, value, path)
      const { type = 'string' } = field
      return isOfType(value, type, isTyped) ? [] : [{ path, message: `Expected ${NAMES[type] ?? type}.` }]
    }),
  ]
  if (issues.length > 0) throw invalid(issues)
}

interface Issue {
  path: string
  message: string
}

function missing({ isRequired }: WebhookField, value: unknown, path: string): Issue[] {
  const isThere = value !== undefined && value !== null && value !== ''
  return isThere || !isRequired ? [] : [{ path, message: 'This is missing.' }]
}

const NAMES: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
  'array[string]': 'a list of strings',
  'array[number]': 'a list of numbers',
  'array[boolean]': 'a list of true and false',
  'array[object]': 'a list of objects',
}

/** A form holds texts only: there a number is a text that reads as one. */
function isOfType(value: unknown, type: string, isTyped: boolean): boolean {
  const [, item] = /^array\[(\w+)\]$/.exec(type) ?? []
  if (item !== undefined) return Array.isArray(value) && value.every((each) => isOfType(each, item, isTyped))
  if (type === 'number') {
    return isTyped ? typeof value === 'number' : String(value).trim() !== '' && Number.isFinite(Number(value))
  }
  if (type === 'boolean') return isTyped ? typeof value === 'boolean' : value === 'true' || value === 'false'
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value)
  return typeof value === 'string'
}

export function invalid(issues: Issue[]): AppError {
  const shown = issues.slice(0, 20)
  return new AppError(
    'invalid-request',
    { issues: shown },
    { message: shown.map(({ path, message }) => `${path}: ${message}`).join(' ') },
  )
}
