import { RecentValues } from '@chatwright/core'
import { createHash } from 'node:crypto'
import { fitsHash, hashPassword } from '../../ground/config/password-hash.ts'
import { createPasswordLine } from '../sign-ins/password-line.ts'
import type { FailureLimiter } from '../http/failure-limiter.ts'

const MOST_KNOWN = 1000

export type Passwords = ReturnType<typeof createPasswords>

/** Checks what people show against the hash that is stored. */
export function createPasswords(failures: FailureLimiter) {
  const inLine = createPasswordLine()
  /** Right ones, by their digest with the hash they belong to: a program sends its password with every request. */
  const known = new RecentValues<true>(MOST_KNOWN)
  let nobodys: Promise<string> | undefined

  return {
    hash: (password: string): Promise<string> => inLine(() => hashPassword(password)),

    /** Takes as long for a name that no one has. Throws when this address guessed too often of late. */
    async fits(password: string, hash: string | null | undefined, address: string): Promise<boolean> {
      failures.check(address)
      const digest = createHash('sha256')
        .update(`${hash ?? ''}\n${password}`)
        .digest('hex')
      if (known.get(digest)) return true
      const isRight = await inLine(async () => {
        failures.check(address)
        const fits = await fitsHash(password, hash ?? (await (nobodys ??= hashPassword(''))))
        const isSomeones = fits && typeof hash === 'string'
        if (!isSomeones) failures.count(address)
        return isSomeones
      })
      if (isRight) known.set(digest, true)
      return isRight
    },
  }
}
