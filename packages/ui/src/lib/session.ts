/**
 * What a person signed in with: the username, and in the password's place a token of the server's that can be revoked. The
 * server asks for them only when it was given some.
 */
export interface Session {
  username: string
  password: string
}

export function storedUsername(): string | null {
  return localStorage.getItem('username')
}

export function storedSession(): Session | undefined {
  const username = localStorage.getItem('username')
  const password = localStorage.getItem('password')
  return username && password ? { username, password } : undefined
}

export function storeSession(session: Session): void {
  localStorage.setItem('username', session.username)
  localStorage.setItem('password', session.password)
}

export function clearSession(): void {
  localStorage.removeItem('username')
  localStorage.removeItem('password')
}

/** Basic authentication, when both a username and a password are stored. */
export function authorizationHeader(session: Session | undefined = storedSession()): Record<string, string> {
  if (!session) return {}
  const bytes = new TextEncoder().encode(`${session.username}:${session.password}`)
  return { Authorization: `Basic ${btoa(String.fromCodePoint(...bytes))}` }
}
