import { NodeError } from '@chatwright/core'
import type { RequestParts } from './request-parts.ts'

export const MAX_REDIRECTS = 5

/** Headers that say nothing about who asks; all others stay with the origin they were meant for. */
const harmless = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'cache-control',
  'content-language',
  'content-type',
  'if-modified-since',
  'if-none-match',
  'range',
  'user-agent',
])

const redirects = new Set([301, 302, 303, 307, 308])

/** The request that a redirect asks for, or nothing when the answer is none. */
export function nextRequest(
  parts: RequestParts,
  answer: { status: number; headers: { get(name: string): string | null } },
): RequestParts | undefined {
  const location = answer.headers.get('location')
  if (!redirects.has(answer.status) || location === null) return undefined
  const url = readLocation(location, parts.url)
  const isOtherOrigin = url.origin !== parts.url.origin
  const headers = Object.fromEntries(
    Object.entries(parts.headers).filter(([name]) => !isOtherOrigin || harmless.has(name)),
  )
  const becomesGet =
    answer.status === 303
      ? parts.method !== 'GET' && parts.method !== 'HEAD'
      : (answer.status === 301 || answer.status === 302) && parts.method === 'POST'
  if (!becomesGet) {
    if (isOtherOrigin && parts.body !== undefined) throw sentElsewhere(parts.url, url)
    if (parts.body instanceof ReadableStream) {
      throw new NodeError(`${parts.url.host} redirected the request, but its body can't be sent again.`, {
        code: 'failed',
        hint: `Use the address it redirects to: ${url.origin}.`,
      })
    }
    return { ...parts, url, headers }
  }
  const { 'content-type': _type, 'content-language': _language, ...others } = headers
  return { ...parts, url, headers: others, method: 'GET', body: undefined }
}

/** What was said to one server is not for another to read, whoever is named there. */
export function sentElsewhere({ host }: URL, { origin, pathname }: URL, cause?: unknown): NodeError {
  return new NodeError(`${host} redirected the request to another server. Redirects aren't followed.`, {
    code: 'refused',
    hint: `It redirects to ${origin}${pathname}. If that is the right server, use its address.`,
    cause,
  })
}

function readLocation(location: string, base: URL): URL {
  const url = URL.canParse(location, base.href) ? new URL(location, base) : undefined
  if (url) return url
  throw new NodeError(`${base.host} redirected the request to an invalid address.`, { code: 'failed' })
}
