import { routeUrl, signIn, signOut } from '@chatwright/contract'
import type { Route, SignedIn } from '@chatwright/contract'

import { hasLogin } from './api.ts'
import { readApiError } from './api-error.ts'
import { authorizationHeader, clearSession, storedSession, storeSession } from './session.ts'
import type { Session } from './session.ts'

/** Keeps a token in the password's place, so that no password lies in the browser. Fails when the server refuses. */
export async function signInWith(session: Session): Promise<void> {
  storeToken(session, await exchange(session))
}

/** A browser from before tokens holds the password itself: it is exchanged in silence, or left for the server to refuse. */
export async function replaceStoredPassword(): Promise<void> {
  const session = storedSession()
  if (!session || isToken(session.password) || !(await hasLogin())) return
  const signedIn = await exchange(session).catch(() => undefined)
  if (!signedIn) return
  const isStill = storedSession()?.password === session.password
  if (isStill) storeToken(session, signedIn)
  // Another tab was faster, or the person left meanwhile.
  else endSignIn({ ...session, password: signedIn.token })
}

/** Forgets who was signed in, here and on the server. */
export function forgetSession(): void {
  const session = storedSession()
  if (session && isToken(session.password)) endSignIn(session)
  clearSession()
}

function storeToken({ username }: Session, { token }: SignedIn): void {
  storeSession({ username, password: token })
}

async function exchange(session: Session): Promise<SignedIn> {
  const response = await post(signIn, session)
  if (!response.ok) throw await readApiError(response)
  return (await response.json()) as SignedIn
}

function endSignIn(session: Session): void {
  post(signOut, session).catch(() => undefined)
}

/** Not through the common way of calling: that asks to sign in whenever the server refuses. */
function post(route: Pick<Route, 'base' | 'path'>, session: Session): Promise<Response> {
  return fetch(routeUrl(route), {
    method: 'POST',
    headers: { ...authorizationHeader(session), 'Content-Type': 'application/json' },
    // The page may be gone before the answer comes.
    keepalive: true,
  })
}

export function isToken(password: string): boolean {
  return /^cws_[\w-]{43}$/.test(password)
}
