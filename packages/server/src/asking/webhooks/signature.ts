import { AppError } from '@chatwright/contract'
import { createHash, createHmac } from 'node:crypto'
import { isSameSecret } from '../../parts/credentials/same-secret.ts'
import type { SignatureSettings } from './read-webhook.ts'

export const TIME_HEADER = 'x-webhook-timestamp'

export interface Signed {
  method: string
  /** Path and query in the bytes in which the sender sent them. */
  target: string
  query: string
  bytes: Buffer
  /** One by its name in small letters. */
  header(name: string): string | undefined
}

/** What a flow can be given beside the body. */
export type Extra = 'query' | 'headers' | 'time'

export interface Checked {
  /** Tells this very delivery from any other, where its signature holds the time. */
  mark: string | undefined
  /** What of it nobody can have changed on the way. */
  covers: ReadonlySet<Extra>
}

interface Kind {
  /** How the header begins. */
  prefix: RegExp
  /** What the signature is made over; none where the secret itself is sent. */
  over?: (signed: Signed, time: string | undefined) => (string | Buffer)[]
  covers(signed: Signed): readonly Extra[]
}

/** What each kind is made over. A flow is given what its kind covers, and nothing beside it. */
export const signatureKinds: Readonly<Record<SignatureSettings['type'], Kind>> = {
  v2: {
    prefix: /^v2=/,
    // A dot ends the query: those inside it are written otherwise, or what follows could be moved from one to the other.
    over: ({ method, target, bytes }, time = '') => [`${time}.${method}.${target.replaceAll('.', '%2E')}.`, bytes],
    covers: () => ['query', 'time'],
  },
  // As other products sign. What has no body signs its query.
  'hmac-sha256': {
    prefix: /^(?:sha(?:256|1)=)?/i,
    over: ({ query, bytes }, time) => [time === undefined ? '' : `${time}.`, bytes.length > 0 ? bytes : query],
    covers: ({ bytes }) => (bytes.length > 0 ? ['time'] : ['query', 'time']),
  },
  // Proves who sends and nothing of what is sent: what reads it on the way can send anything.
  'plain-token': { prefix: /^(?:Bearer )?/i, covers: () => ['query', 'headers', 'time'] },
}

/** Throws unless a delivery was made by a sender who has the secret, and of late where signatures hold the time. */
export function checkSignature(
  { header, type, windowSeconds }: SignatureSettings,
  secret: string | undefined,
  { signed, now }: { signed: Signed; now: Date },
): Checked {
  if (secret === undefined) {
    throw new AppError('signature-invalid', undefined, {
      message:
        'This webhook requires a signature but has no secret yet. Its owner can create one on the Triggers page.',
    })
  }
  const { prefix, over, covers } = signatureKinds[type]
  const shown = signed.header(header)?.trim() ?? ''
  const given = shown.replace(prefix, '')
  if (!prefix.test(shown)) throw new AppError('signature-invalid')
  if (!over) {
    if (!isSameSecret(given, secret)) throw new AppError('signature-invalid')
    return { mark: undefined, covers: new Set(covers(signed)) }
  }
  const time = windowSeconds === undefined ? undefined : (signed.header(TIME_HEADER)?.trim() ?? '')
  const digits = given.toLowerCase()
  if (!isSameSecret(digits, hmacOf(secret, over(signed, time)))) throw new AppError('signature-invalid')
  const covered = new Set(covers(signed))
  if (windowSeconds === undefined) {
    covered.delete('time')
    return { mark: undefined, covers: covered }
  }
  const seconds = /^\d{1,12}$/.test(time ?? '') ? Number(time) : Number.NaN
  const isOfLate = Math.abs(now.getTime() / 1000 - seconds) <= windowSeconds
  if (!isOfLate) {
    throw new AppError('signature-expired', undefined, {
      message: `The time in ${TIME_HEADER} differs by more than ${windowSeconds} seconds from this server's. Sign each delivery when you send it.`,
    })
  }
  return { mark: createHash('sha256').update(digits).digest('base64url'), covers: covered }
}

/** HMAC-SHA256 of the parts, one after another, in hexadecimal digits. */
export function hmacOf(secret: string, parts: readonly (string | Buffer)[]): string {
  const hmac = createHmac('sha256', secret)
  for (const part of parts) hmac.update(part)
  return hmac.digest('hex')
}
