import { parseJson } from '@chatwright/core'
import { MAX_VALUES } from '../../door/http/read-json.ts'

/** What clients before it agree on with `initialize`; the newest first. */
export const HANDSHAKE_REVISIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07'] as const
/** Since this one each request says for itself which revision it is of. */
export const REVISION = '2026-07-28'

const META = 'io.modelcontextprotocol/'
export const REVISION_KEY = `${META}protocolVersion`
export const SERVER_KEY = `${META}serverInfo`

export const codes = {
  unreadable: -32_700,
  invalidRequest: -32_600,
  unknownMethod: -32_601,
  invalidParams: -32_602,
  internal: -32_603,
  headersDisagree: -32_020,
  otherRevision: -32_022,
} as const

/** A message that is answered with an error, and under which status. */
export class McpFault extends Error {
  override readonly name = 'McpFault'
  readonly code: number
  readonly status: number
  readonly data: object | undefined

  constructor(code: number, message: string, { status = 400, data }: { status?: number; data?: object } = {}) {
    super(message)
    this.code = code
    this.status = status
    this.data = data
  }
}

export type MessageId = string | number

export type McpMessage =
  | {
      kind: 'request'
      id: MessageId
      method: string
      params: Readonly<Record<string, unknown>>
      /** It carries its revision with it, as clients do since 2026-07-28. */
      isEnveloped: boolean
    }
  /** Something that wants no answer. */
  | { kind: 'notice' }

/** Gives a header by its name in small letters. */
export type Header = (name: string) => string | undefined

/** Reads what a client sent. Throws what is wrong with it; `onId` is told whose answer that is. */
export function readMessage(bytes: Buffer, header: Header, onId: (id: MessageId) => void): McpMessage {
  const message = readObject(bytes)
  const { id, method, params = {} } = message
  if (message['jsonrpc'] !== '2.0') throw new McpFault(codes.invalidRequest, 'A message says "jsonrpc": "2.0".')
  // An answer to something we never ask, or something told.
  if (id === undefined || method === undefined) return { kind: 'notice' }
  if (!isId(id)) throw new McpFault(codes.invalidRequest, 'The id of a request is a text or a whole number.')
  onId(id)
  if (typeof method !== 'string') throw new McpFault(codes.invalidRequest, 'The method of a request is a text.')
  if (!isRecord(params)) throw new McpFault(codes.invalidParams, 'The params of a request are an object.')
  const revision = metaOf(params)[REVISION_KEY]
  if (revision === undefined) {
    checkHandshaken(header('mcp-protocol-version'))
    return { kind: 'request', id, method, params, isEnveloped: false }
  }
  checkEnvelope({ method, params, revision }, header)
  return { kind: 'request', id, method, params, isEnveloped: true }
}

/** What a request says of itself beside its params. */
export function metaOf(params: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const meta = params['_meta']
  return isRecord(meta) ? meta : {}
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isId(value: unknown): value is MessageId {
  return typeof value === 'string' ? value.length <= 200 : typeof value === 'number' && Number.isSafeInteger(value)
}

function readObject(bytes: Buffer): Record<string, unknown> {
  let message: unknown
  try {
    message = parseJson(bytes.toString('utf8'), { maxValues: MAX_VALUES })
  } catch (error) {
    const reason = error instanceof SyntaxError ? error.message : 'It cannot be read.'
    throw new McpFault(codes.unreadable, `The body is not JSON: ${reason}`)
  }
  if (Array.isArray(message)) throw new McpFault(codes.invalidRequest, 'Send one message at a time.')
  if (!isRecord(message)) throw new McpFault(codes.invalidRequest, 'A message is a JSON object.')
  return message
}

function checkHandshaken(revision: string | undefined): void {
  if (revision === undefined || (HANDSHAKE_REVISIONS as readonly string[]).includes(revision)) return
  if (revision === REVISION) {
    throw new McpFault(codes.invalidParams, `A request of ${REVISION} says so in its _meta as well (${REVISION_KEY}).`)
  }
  throw otherRevision(revision)
}

/** What stands in the headers is what proxies decide by: it must be what the body says. */
function checkEnvelope(
  { method, params, revision }: { method: string; params: Readonly<Record<string, unknown>>; revision: unknown },
  header: Header,
): void {
  if (revision !== REVISION) throw otherRevision(revision)
  const name = method === 'tools/call' ? params['name'] : undefined
  const said: [header: string, given: string | undefined, body: unknown][] = [
    ['MCP-Protocol-Version', header('mcp-protocol-version')?.trim(), revision],
    ['Mcp-Method', header('mcp-method')?.trim(), method],
    ...(typeof name === 'string' ? [['Mcp-Name', decoded(header('mcp-name')), name] as [string, string, string]] : []),
  ]
  for (const [place, given, body] of said) {
    if (given === body) continue
    throw new McpFault(codes.headersDisagree, `The header ${place} does not say what the body says.`)
  }
}

/** Names beyond ASCII come as `=?base64?…?=`. */
function decoded(header: string | undefined): string {
  const text = header?.trim() ?? ''
  const isEncoded = text.startsWith('=?base64?') && text.endsWith('?=')
  return isEncoded ? Buffer.from(text.slice('=?base64?'.length, -2), 'base64').toString('utf8') : text
}

function otherRevision(requested: unknown): McpFault {
  const shown = typeof requested === 'string' ? requested.slice(0, 50) : 'unknown'
  return new McpFault(codes.otherRevision, `This server does not speak the revision ${shown} of the protocol.`, {
    data: { supported: [REVISION, ...HANDSHAKE_REVISIONS], requested: shown },
  })
}
