import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { ReadKeys } from './secret-box.ts'

/** Marks what this server hands out, so that it recognizes it later and no one else can make it. */
export interface Macs {
  of(text: string): string
  fits(text: string, mac: string): boolean
}

/** 128 bits can't be guessed, and 22 characters stay short enough for a mail. */
const MAC_BYTES = 16

/** Each purpose has a key of its own: a mark made for one opens nothing else. */
export function createMacs(readKeys: ReadKeys, purpose: string): Macs {
  const derived = new WeakMap<Buffer, Buffer>()
  const keyOf = (secretKey: Buffer): Buffer => {
    const known = derived.get(secretKey)
    if (known) return known
    const key = Buffer.from(hkdfSync('sha256', secretKey, '', `chatwright ${purpose}`, 32))
    derived.set(secretKey, key)
    return key
  }
  const macOf = (secretKey: Buffer, text: string): Buffer =>
    createHmac('sha256', keyOf(secretKey)).update(text).digest().subarray(0, MAC_BYTES)

  return {
    of(text) {
      const [current] = readKeys()
      return macOf(current, text).toString('base64url')
    },

    fits(text, mac) {
      const given = Buffer.from(mac, 'base64url')
      // Tries every key, so that the time taken doesn't tell which one fits.
      return readKeys().filter((key) => isEqual(macOf(key, text), given)).length > 0
    },
  }
}

function isEqual(known: Buffer, given: Buffer): boolean {
  return given.length === known.length && timingSafeEqual(known, given)
}
