import { createHash, randomBytes } from 'node:crypto'

export function makeLinkToken(): string {
  return randomBytes(32).toString('base64url')
}

/** 32 random bytes leave nothing to guess, so a fast digest is enough. */
export function digestLinkToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
