import { AppError } from '@chatwright/contract'
import { createHash, randomBytes } from 'node:crypto'

/** A cookie that lets the browser which started a sign-in be known when it comes back. */
interface BrowserMark {
  secret: string
  digest: string
}

export function markBrowser(): BrowserMark {
  const secret = randomBytes(32).toString('base64url')
  return { secret, digest: digestMark(secret) }
}

/** 32 random bytes leave nothing to guess, so a fast digest is enough. */
export function digestMark(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}

/** The cookie of a sign-in that comes back to an address. Lax, since another site sends the browser back. */
export function markCookie(
  id: string,
  { secret }: BrowserMark,
  { returnTo, forMs }: { returnTo: string; forMs: number },
): string {
  const { protocol, pathname } = new URL(returnTo)
  const secure = protocol === 'https:' ? '; Secure' : ''
  return `${nameOf(id)}=${secret}; Path=${pathname}; Max-Age=${forMs / 1000}; HttpOnly; SameSite=Lax${secure}`
}

/** What the cookies of a request say about a sign-in; empty where it has none. */
export function readMark(id: string, cookies = ''): string {
  const start = `${nameOf(id)}=`
  const found = cookies.split(';').find((each) => each.trim().startsWith(start))
  return found?.trim().slice(start.length) ?? ''
}

export function startedElsewhere(address: string): AppError {
  return new AppError(
    'invalid-request',
    { issues: [{ path: 'headers.cookie', message: 'Not the browser that started the sign-in' }] },
    { message: `This sign-in was started in another browser. Open ${address} and connect it again from there.` },
  )
}

/** One for each connection: several may be started at once. */
function nameOf(id: string): string {
  return `chatwright-connection-${id}`
}
