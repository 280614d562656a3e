import { NodeError } from '@chatwright/core'
import type { SandboxFetch, SandboxFetchAnswer } from './messages.ts'

const MAX_ANSWER_BYTES = 5 * 1024 ** 2

/** Makes a call that user code asked for, with the guarded client, and hands back bytes. */
export async function fetchForSandbox(
  guardedFetch: typeof fetch,
  { url, method, headers, body }: SandboxFetch,
  signal: AbortSignal,
): Promise<SandboxFetchAnswer> {
  try {
    const sent = body === undefined ? {} : { body: Buffer.from(body, 'latin1') }
    const response = await guardedFetch(url, { method, headers, signal, ...sent })
    return {
      ok: true,
      status: response.status,
      statusText: response.statusText,
      url: response.url,
      headers: [...response.headers],
      body: await readBytes(response),
    }
  } catch (error) {
    return { ok: false, message: explain(error) }
  }
}

async function readBytes(response: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of response.body ?? []) {
    length += part.byteLength
    if (length > MAX_ANSWER_BYTES) throw new NodeError('The response is larger than 5 MB.', { code: 'refused' })
    parts.push(part)
  }
  return Buffer.concat(parts).toString('latin1')
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return 'The call failed.'
  const { cause } = error
  return cause instanceof Error ? `${error.message}: ${cause.message}` : error.message
}
