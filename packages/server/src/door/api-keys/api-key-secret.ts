import { createHash, randomBytes } from 'node:crypto'

/** A new key: shown once, then known by its digest alone. */
export function makeApiKey(): string {
  return `cw_${randomBytes(32).toString('base64url')}`
}

/** A key is 32 random bytes, so a fast digest is enough: there is nothing to guess. */
export function digestApiKey(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}

/** Enough to recognise a key by, too little to use it. */
export function hintOf(key: string): string {
  return key.length < 20 ? '••••' : `${key.slice(0, 6)}…${key.slice(-4)}`
}
