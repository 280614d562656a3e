import { createHash, randomBytes, scryptSync } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import type { Config } from '../config/config.ts'
import { syncFolderNow } from '../config/durable-file.ts'
import { UserFacingError } from '../user-facing-error.ts'
import { makePrivate } from '../config/private-file.ts'

/** The 32 bytes that secrets are encrypted with. */
export function readSecretKey(source: Config['secretKey']): Buffer {
  const [current] = readSecretKeys(source)
  return current
}

/**
 * The current key, then those that still open what they encrypted: keys it replaced, and what earlier versions derived from words.
 * Made at the first start, never a default.
 */
export function readSecretKeys(source: Config['secretKey']): [current: Buffer, ...older: Buffer[]] {
  if (source.kind === 'file') {
    makePrivate(source.path)
    if (!existsSync(source.path)) createKeyFile(source.path)
  }
  const [current, ...older] = keysAt(source)
  if (current !== undefined) return [current, ...older]
  const place = source.kind === 'file' ? source.path : 'SECRET_KEY'
  throw new UserFacingError(`The encryption key file ${place} is empty. Restore it from a backup.`)
}

/** The same without making one: none where there is none. */
export function keysAt(source: Config['secretKey']): Buffer[] {
  return keysOf(keyTexts(source))
}

/** What stands where the key comes from, the current one first. */
export function keyTexts(source: Config['secretKey']): string[] {
  return source.kind === 'value' ? [source.value] : linesOf(readKeyFile(source.path) ?? '')
}

/** The keys that the text of a key file stands for, the current one first. */
export function keysIn(text: string): Buffer[] {
  return keysOf(linesOf(text))
}

export function makeKeyText(): string {
  return randomBytes(32).toString('base64')
}

/** Whether a key is 32 random bytes as `openssl rand` writes them: nobody guesses those. */
export function isRandomKey(text: string): boolean {
  if (/^[0-9a-f]{64}$/i.test(text)) return true
  return /^[\w+/-]{43}=?$/.test(text) && [/[a-z]/, /[A-Z]/, /\d/].every((kind) => kind.test(text))
}

function keysOf(texts: readonly string[]): Buffer[] {
  return [...texts.map((text) => (isRandomKey(text) ? digest(text) : stretch(text))), ...texts.flatMap(beforeScrypt)]
}

/** Earlier versions took the digest of whatever was given. */
function beforeScrypt(text: string): Buffer[] {
  return isRandomKey(text) ? [] : [digest(text)]
}

/** 128 MB and a third of a second for each guess. */
const COST = { N: 2 ** 17, r: 8, p: 1, maxmem: 160 * 1024 ** 2 }
const stretched = new Map<string, Buffer>()

/** Words are worth guessing once a database is lost. The salt is the same everywhere, as processes share nothing but the words. */
function stretch(text: string): Buffer {
  const known = stretched.get(text) ?? scryptSync(text.normalize('NFKC'), 'chatwright secret key', 32, COST)
  stretched.set(text, known)
  return known
}

function linesOf(text: string): string[] {
  return text
    .trim()
    .split('\n')
    .filter((line) => line !== '')
}

/** Two processes that start at once on one folder must end up with one key: who links first wins, the other reads. */
function createKeyFile(path: string): void {
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
    syncFolderNow(dirname(path))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(unfinished, { force: true })
  }
}

function readKeyFile(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new UserFacingError(`The encryption key file ${path} can't be read. Check its owner and permissions.`)
  }
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
