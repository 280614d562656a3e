import { readApiError } from './api-error.ts'
import { send } from './api.ts'

/** Reads an address, ours or a public one; on failure logs the error and returns nothing. */
export async function getData<Data = unknown>(url: string): Promise<Data | undefined> {
  try {
    const response = await (isOurs(url) ? send(url) : ask(url))
    return (await response.json()) as Data
  } catch (error) {
    console.error(error)
    return undefined
  }
}

function isOurs(url: string): boolean {
  return new URL(url, window.location.origin).origin === window.location.origin
}

/** Our own headers stay off: a password is nobody else's business. */
async function ask(url: string): Promise<Response> {
  const response = await fetch(url, { headers: { Accept: 'application/json' } })
  if (response.ok) return response
  throw await readApiError(response)
}
