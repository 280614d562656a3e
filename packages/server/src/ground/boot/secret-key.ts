import { createHash, randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Config } from '../config/config.ts'
import { UserFacingError } from '../user-facing-error.ts'
import { makePrivate } from '../config/private-file.ts'

/** The 32 bytes that secrets are encrypted with. */
export function readSecretKey(source: Config['secretKey']): Buffer {
  const [current] = readSecretKeys(source)
  return current
}

/** The current key, then those it replaced while secrets are being encrypted anew. Made at the first start, never a default. */
export function readSecretKeys(source: Config['secretKey']): [current: Buffer, ...older: Buffer[]] {
  if (source.kind === 'value') return [digest(source.value)]
  makePrivate(source.path)
  const existing = readKeyFile(source.path) ?? createKeyFile(source.path)
  const [current, ...older] = keysIn(existing)
  if (current === undefined)
    throw new UserFacingError(`The secret key file ${source.path} is empty. Restore it from a backup.`)
  return [current, ...older]
}

/** The keys that the text of a key file stands for, the current one first. */
export function keysIn(text: string): Buffer[] {
  return text
    .trim()
    .split('\n')
    .filter((line) => line !== '')
    .map(digest)
}

export function makeKeyText(): string {
  return randomBytes(32).toString('base64')
}

/** Two processes that start at once on one folder must end up with one key: who links first wins, the other reads. */
function createKeyFile(path: string): string {
  const key = makeKeyText()
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const unfinished = `${path}.${process.pid}`
  const file = openSync(unfinished, 'w', 0o600)
  try {
    writeSync(file, key)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  try {
    linkSync(unfinished, path)
    return key
  } catch (error) {
    const existing = (error as NodeJS.ErrnoException).code === 'EEXIST' ? readKeyFile(path) : undefined
    if (existing === undefined) throw error
    return existing
  } finally {
    rmSync(unfinished, { force: true })
  }
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
