import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { keyIdOf } from '../../parts/credentials/secret-box.ts'

export interface ArchiveMac {
  /** Which key it was made with. */
  key: string
  value: string
}

/** Under a key of its own: what is signed here opens nothing else. */
export function startMac(secretKey: Buffer): { update(text: string): void; end(): ArchiveMac } {
  const mac = createHmac('sha256', Buffer.from(hkdfSync('sha256', secretKey, '', 'chatwright backups', 32)))
  return { update: (text) => void mac.update(text), end: () => ({ key: keyIdOf(secretKey), value: mac.digest('hex') }) }
}

export function isSameMac(left: ArchiveMac, right: ArchiveMac): boolean {
  const [given, known] = [Buffer.from(left.value, 'hex'), Buffer.from(right.value, 'hex')]
  return given.length === known.length && timingSafeEqual(given, known)
}
