import { createHash, timingSafeEqual } from 'node:crypto'
import type { Config } from '../../ground/config/config.ts'
import type { OwnerLogin } from '../http/access.ts'
import type { FailureLimiter } from '../http/failure-limiter.ts'
import { fitsHash, hashPassword } from '../../ground/config/password-hash.ts'
import { createPasswordLine } from './password-line.ts'

export interface Login extends OwnerLogin {
  /** Changes with the name or the password, and tells neither: what sign-ins are bound to. */
  fingerprint(): Promise<string>
}

/** The one login of a server, from the environment or from its file. */
export function createLogin(configured: NonNullable<Config['login']>, failures: FailureLimiter): Login {
  const { username } = configured
  const isFitting = 'password' in configured ? fitsText(configured.password) : fitsFile(configured.passwordHash)
  let fingerprint: Promise<string> | undefined
  const isName = (name: string): boolean => isEqual(name, username)
  return {
    isName,
    async fits({ name, password }, address) {
      const mayGoOn = (): void => failures.check(address)
      mayGoOn()
      const answer = isFitting(password, mayGoOn)
      // Nothing is awaited where the answer is known at once, so that guesses sent together are counted one by one.
      const isPassword = typeof answer === 'boolean' ? answer : await answer
      const isRight = isName(name) && isPassword
      if (!isRight) failures.count(address)
      return isRight
    },
    fingerprint: () => (fingerprint ??= fingerprintOf(configured)),
  }
}

/** What takes long waits for its turn, and then asks whether the caller may still go on. */
type Fits = (password: string, mayGoOn: () => void) => boolean | Promise<boolean>

const fitsText =
  (expected: string): Fits =>
  (password) =>
    isEqual(password, expected)

/** One at a time, as each costs memory and a thread, until the right one is known by its digest. */
function fitsFile(hash: string): Fits {
  let right: Buffer | undefined
  const inLine = createPasswordLine()
  return (password, mayGoOn) => {
    const digest = sha256(password)
    if (right) return timingSafeEqual(digest, right)
    return inLine(async () => {
      mayGoOn()
      if (right) return timingSafeEqual(digest, right)
      const isRight = await fitsHash(password, hash)
      if (isRight) right = digest
      return isRight
    })
  }
}

async function fingerprintOf(configured: NonNullable<Config['login']>): Promise<string> {
  const { username } = configured
  // The fingerprint lies in the database, so what it is made from must be slow to guess.
  const secret =
    'password' in configured
      ? await hashPassword(configured.password, sha256(`sign-ins of ${username}`).subarray(0, 16))
      : configured.passwordHash
  return sha256(`${username}\n${secret}`).toString('hex')
}

/** Compares digests, so that neither content nor length shows in the time it takes. */
function isEqual(left: string, right: string): boolean {
  return timingSafeEqual(sha256(left), sha256(right))
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
