import { parseJson } from '@chatwright/core'
import { AppError } from '@chatwright/contract'
import { z } from 'zod'

/** What a provider is called with: the guarded clients, one for addresses of ours, one for those a builder typed. */
export interface VendorAccess {
  fetch: typeof fetch
  providerFetch: typeof fetch
}

/** An answer of a provider, or an error that says who failed and what to do. */
export async function askVendor(
  vendor: string,
  call: () => Promise<Response>,
  { signal }: { signal: AbortSignal },
): Promise<Response> {
  let response: Response
  try {
    response = await call()
  } catch (cause) {
    throw failed(vendor, signal.aborted ? "didn't respond in time." : `can't be reached: ${reason(cause)}`, cause)
  }
  if (response.ok) return response
  const said = await readSaid(response)
  if (response.status === 401 || response.status === 403) {
    throw failed(vendor, "rejected the key. Correct the credential in the flow's settings.")
  }
  if (response.status === 413) {
    throw new AppError('recording-unusable', undefined, {
      message: `The recording is too long for ${vendor}. Record it in parts.`,
    })
  }
  if (response.status === 429) throw failed(vendor, 'is limiting requests. Try again in a moment.')
  throw failed(vendor, `answered ${response.status}${said === '' ? '' : `: ${said}`}`)
}

export function failed(vendor: string, what: string, cause?: unknown): AppError {
  return new AppError('provider-failed', {}, { message: `${vendor} ${what}`, cause })
}

const Words = z.looseObject({ message: z.string() })
const Said = z.union([z.looseObject({ error: z.union([z.string(), Words]) }), Words.transform((error) => ({ error }))])
const SAID_LENGTH = 300

async function readSaid(response: Response): Promise<string> {
  const text = await response.text().catch(() => '')
  try {
    const { error } = Said.parse(parseJson(text))
    return (typeof error === 'string' ? error : error.message).slice(0, SAID_LENGTH)
  } catch {
    return ''
  }
}

function reason(cause: unknown): string {
  return cause instanceof Error ? cause.message : 'the connection failed'
}
