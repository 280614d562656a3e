import { AppError } from '@chatwright/contract'
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { Config } from '../../../ground/config/config.ts'
import { serverAddress } from '../../../ground/config/server-address.ts'
import type { ReadKeys } from '../../../parts/credentials/secret-box.ts'

/** Addresses that let whoever has them decide one wait, without a login. */
export interface ReviewLinks {
  /** `until`: when the wait decides itself, where it does. */
  linkFor(waitId: string, until?: number): string
  /** The wait that a link is for. Throws when nobody here made it, or its time is up. */
  read(token: string): { waitId: string; expires: number }
}

const DAYS = 30
const DAY_MS = 86_400_000
/** 128 bits: nobody guesses one, and a link stays short enough for a mail. */
const MAC_BYTES = 16

export function createReviewLinks({
  readKeys,
  config,
  now,
}: {
  readKeys: ReadKeys
  config: Pick<Config, 'publicUrl' | 'port'>
  now: () => Date
}): ReviewLinks {
  const base = serverAddress(config)
  return {
    linkFor(waitId, until = Infinity) {
      const [current] = readKeys()
      const expires = Math.ceil(Math.min(now().getTime() + DAYS * DAY_MS, until) / 1000)
      const signed = `${waitId}.${expires.toString(36)}`
      return `${base}/review/${signed}.${macOf(current, signed).toString('base64url')}`
    },

    read(token) {
      const [, signed = '', waitId = '', time = '', mac = ''] =
        /^(([\w-]{32})\.([0-9a-z]{1,8}))\.([\w-]{22})$/.exec(token) ?? []
      const given = Buffer.from(mac, 'base64url')
      // All keys are tried, so that the time taken says nothing of which one fits.
      const fitting = readKeys().filter((key) => isEqual(macOf(key, signed), given))
      if (fitting.length === 0) throw new AppError('link-invalid')
      const expires = Number.parseInt(time, 36) * 1000
      if (expires <= now().getTime()) throw new AppError('link-expired')
      return { waitId, expires }
    },
  }
}

/** Under a key of its own: what is signed here opens nothing else. */
function macOf(secretKey: Buffer, signed: string): Buffer {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'chatwright review links', 32))
  return createHmac('sha256', key).update(signed).digest().subarray(0, MAC_BYTES)
}

function isEqual(known: Buffer, given: Buffer): boolean {
  return given.length === known.length && timingSafeEqual(known, given)
}
