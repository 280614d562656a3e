import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

/** 32 MB and some 80 ms for each try: what a person remembers is worth guessing. */
const COST = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 ** 2 }
const BYTES = 32

/** A password as it may lie on a disk: `scrypt$<salt>$<hash>`. */
export async function hashPassword(password: string, salt: Buffer = randomBytes(16)): Promise<string> {
  return `scrypt$${salt.toString('base64url')}$${(await derive(password, salt)).toString('base64url')}`
}

export function isPasswordHash(text: string): boolean {
  return /^scrypt\$[\w-]{22}\$[\w-]{43}$/.test(text)
}

export async function fitsHash(password: string, hash: string): Promise<boolean> {
  const [, salt = '', expected = ''] = hash.split('$')
  const actual = await derive(password, Buffer.from(salt, 'base64url'))
  return timingSafeEqual(actual, Buffer.from(expected, 'base64url'))
}

function derive(password: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password, salt, BYTES, COST, (error, key) => (error ? reject(error) : resolve(key)))
  })
}
