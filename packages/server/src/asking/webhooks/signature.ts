import { AppError } from '@chatwright/contract'
import { createHash, createHmac } from 'node:crypto'
import { isSameSecret } from '../../parts/credentials/same-secret.ts'
import type { SignatureSettings } from './read-webhook.ts'

export const TIME_HEADER = 'x-webhook-timestamp'

export interface Signed {
  bytes: Buffer
  /** Signed in place of the bytes where a method has none. */
  query: string
  /** One by its name in small letters. */
  header(name: string): string | undefined
}

/**
 * Throws unless a delivery was made by somebody who has the secret, and of late where signatures hold the time. Gives what tells
 * that very delivery from any other, where its signature does.
 */
export function checkSignature(
  { header, type, windowSeconds }: SignatureSettings,
  secret: string | undefined,
  { signed, now }: { signed: Signed; now: Date },
): string | undefined {
  if (secret === undefined) {
    throw new AppError('signature-invalid', undefined, {
      message: 'This webhook demands a signature and has no secret yet. Its owner makes one on the Triggers page.',
    })
  }
  const shown = signed.header(header)?.trim() ?? ''
  if (type === 'plain-token') {
    if (!isSameSecret(shown.replace(/^Bearer /i, ''), secret)) throw new AppError('signature-invalid')
    return undefined
  }
  const given = shown.replace(/^sha(?:256|1)=/i, '').toLowerCase()
  if (windowSeconds === undefined) {
    if (!isSameSecret(given, hmacOf(secret, [signed.bytes]))) throw new AppError('signature-invalid')
    return undefined
  }
  const time = signed.header(TIME_HEADER)?.trim() ?? ''
  const contents = signed.bytes.length > 0 ? signed.bytes : Buffer.from(signed.query, 'utf8')
  if (!isSameSecret(given, hmacOf(secret, [`${time}.`, contents]))) throw new AppError('signature-invalid')
  const seconds = /^\d{1,12}$/.test(time) ? Number(time) : Number.NaN
  const isOfLate = Math.abs(now.getTime() / 1000 - seconds) <= windowSeconds
  if (!isOfLate) {
    throw new AppError('signature-expired', undefined, {
      message: `The time in ${TIME_HEADER} is not within ${windowSeconds} seconds of this server's. Sign each delivery when it is sent.`,
    })
  }
  return createHash('sha256').update(given).digest('base64url')
}

/** HMAC-SHA256 of the parts, one after another, in hexadecimal digits. */
export function hmacOf(secret: string, parts: readonly (string | Buffer)[]): string {
  const hmac = createHmac('sha256', secret)
  for (const part of parts) hmac.update(part)
  return hmac.digest('hex')
}
