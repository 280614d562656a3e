import { createHash, randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Config } from '../config.ts'
import { UserFacingError } from '../user-facing-error.ts'

/** The 32 bytes that secrets are encrypted with. Made at the first start, never a default. */
export function readSecretKey(source: Config['secretKey']): Buffer {
  if (source.kind === 'value') return digest(source.value)
  const existing = readKeyFile(source.path)
  if (existing !== undefined) {
    if (existing === '')
      throw new UserFacingError(`The secret key file ${source.path} is empty. Restore it from a backup.`)
    return digest(existing)
  }
  const key = randomBytes(32).toString('base64')
  mkdirSync(dirname(source.path), { recursive: true, mode: 0o700 })
  // Exclusive: two processes starting at once must not each keep a key of their own.
  const file = openSync(source.path, 'wx', 0o600)
  try {
    writeSync(file, key)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  return digest(key)
}

function readKeyFile(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new UserFacingError(`The secret key file ${path} cannot be read. Check its owner and permissions.`)
  }
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
