import { NodeError, parseJson } from '@chatwright/core'
import { ChannelFault } from './channel-kind.ts'

/** Through the guard: private networks are out of reach. */
export interface VendorClient {
  fetch: typeof fetch
}

export interface VendorAnswer {
  status: number
  headers: Headers
  body: unknown
}

const LIMIT_MS = 20_000
const MAX_ANSWER_BYTES = 1024 ** 2
/** Nothing has left as long as these happen. */
const NOT_CONNECTED: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENETUNREACH',
  'EHOSTUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

/** Asks a vendor through the guarded client, and reads its JSON. Its faults say whether it may be asked again. */
export async function callVendor(
  vendor: string,
  client: VendorClient,
  { url, ...init }: { url: string; method?: string; headers?: Record<string, string>; body?: BodyInit },
): Promise<VendorAnswer> {
  const response = await reach(vendor, () =>
    client.fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(LIMIT_MS) }),
  )
  const text = await reach(vendor, async () => new TextDecoder().decode(await readAtMost(response, MAX_ANSWER_BYTES)))
  if (response.status === 429) {
    const seconds = Number(response.headers.get('retry-after') ?? 1)
    throw new ChannelFault('later', `${vendor} is limiting requests. Try again later.`, {
      retryAfterMs: retryMs(seconds, text),
    })
  }
  // Nothing is known of what a server did that broke in the middle.
  if (response.status >= 500) throw new ChannelFault('unknown', `${vendor} answered ${response.status}.`)
  return { status: response.status, headers: response.headers, body: readJson(text) }
}

/** Bytes of a file, and not one more than may be. */
export async function downloadBytes(
  vendor: string,
  client: VendorClient,
  { url, headers = {}, maxBytes }: { url: string; headers?: Record<string, string>; maxBytes: number },
): Promise<Uint8Array> {
  const response = await reach(vendor, () => client.fetch(url, { headers, signal: AbortSignal.timeout(3 * LIMIT_MS) }))
  if (!response.ok) {
    await response.body?.cancel()
    const mayPass = response.status === 429 || response.status >= 500
    throw new ChannelFault(
      mayPass ? 'later' : 'refused',
      `${vendor} didn't return the file: it responded with ${response.status}.`,
      { retryAfterMs: retryMs(Number(response.headers.get('retry-after') ?? 1), '') },
    )
  }
  return reach(vendor, () => readAtMost(response, maxBytes))
}

/** Reading leaves nothing behind: whatever became of it, it may be done again. */
export async function whileReading<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof ChannelFault) || error.kind !== 'unknown') throw error
    throw new ChannelFault('later', error.message, { cause: error })
  }
}

async function readAtMost(response: Response, maxBytes: number): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  let length = 0
  if (!response.body) return new Uint8Array()
  for await (const piece of response.body as unknown as AsyncIterable<Uint8Array>) {
    length += piece.byteLength
    if (length > maxBytes) {
      throw new ChannelFault('refused', `The file is larger than ${Math.floor(maxBytes / 1024 ** 2)} MB.`)
    }
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

async function reach<Result>(vendor: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (cause) {
    if (cause instanceof ChannelFault) throw cause
    if (cause instanceof NodeError) throw new ChannelFault('refused', cause.message, { cause })
    const code = codeOf(cause)
    // The address itself holds a token, so that only the kind of fault is told.
    throw new ChannelFault(NOT_CONNECTED.has(code) ? 'later' : 'unknown', `${vendor} can't be reached (${code}).`, {
      cause,
    })
  }
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'connection lost'
  if (error.name === 'TimeoutError') return 'no answer in time'
  const { code } = error as NodeJS.ErrnoException
  if (typeof code === 'string') return code
  return error.cause === undefined ? 'connection lost' : codeOf(error.cause)
}

/** Telegram says it in the body, others in a header. */
function retryMs(seconds: number, text: string): number {
  const said = readJson(text) as { parameters?: { retry_after?: unknown } } | undefined
  const wanted = typeof said?.parameters?.retry_after === 'number' ? said.parameters.retry_after : seconds
  return Math.min(Math.max(Number.isFinite(wanted) ? wanted : 1, 1), 3600) * 1000
}

function readJson(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}
