import { createHash, randomBytes } from 'node:crypto'

/** What a browser keeps in the password's place. */
export function makeSignInToken(): string {
  return `cws_${randomBytes(32).toString('base64url')}`
}

/** Tells a token from a password, so that a token that ended is never taken for a guess. */
export function isSignInToken(text: string): boolean {
  return /^cws_[\w-]{43}$/.test(text)
}

/** A token is 32 random bytes, so a fast digest is enough: there is nothing to guess. */
export function digestSignInToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
