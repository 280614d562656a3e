import { NodeError } from '@chatwright/core'
import type { SandboxFetch, SandboxFetchAnswer } from './messages.ts'

const MAX_ANSWER_BYTES = 5 * 1024 ** 2

/** Makes a call that user code asked for, with the guarded client, and hands back text. */
export async function fetchForSandbox(
  guardedFetch: typeof fetch,
  { url, method, headers, body }: SandboxFetch,
  signal: AbortSignal,
): Promise<SandboxFetchAnswer> {
  try {
    const response = await guardedFetch(url, { method, headers, signal, ...(body !== undefined && { body }) })
    return {
      ok: true,
      status: response.status,
      statusText: response.statusText,
      url: response.url,
      headers: [...response.headers],
      body: await readText(response),
    }
  } catch (error) {
    return { ok: false, message: explain(error) }
  }
}

async function readText(response: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of response.body ?? []) {
    length += part.byteLength
    if (length > MAX_ANSWER_BYTES) throw new NodeError('The answer is larger than 5 MB.', { code: 'refused' })
    parts.push(part)
  }
  return new TextDecoder().decode(Buffer.concat(parts))
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return 'The call failed.'
  const { cause } = error
  return cause instanceof Error ? `${error.message}: ${cause.message}` : error.message
}
