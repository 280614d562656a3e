import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readSecretKey } from './secret-key.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'chatwright-key-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('a key is made once, random, for the owner only, and nothing else is left in the folder', () => {
  const path = join(folder, 'deep', 'secret.key')
  const key = readSecretKey({ kind: 'file', path })
  expect(key).toHaveLength(32)
  expect(readSecretKey({ kind: 'file', path })).toEqual(key)
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(readdirSync(join(folder, 'deep'))).toEqual(['secret.key'])
  expect(readSecretKey({ kind: 'file', path: join(folder, 'other.key') })).not.toEqual(key)
})

test('a key somebody else has just made is used, never replaced', () => {
  const path = join(folder, 'secret.key')
  writeFileSync(path, 'made elsewhere')
  const key = readSecretKey({ kind: 'file', path })
  expect(key).toEqual(readSecretKey({ kind: 'value', value: 'made elsewhere' }))
  expect(readFileSync(path, 'utf8')).toBe('made elsewhere')
})

test('an empty key file is a fault to mend, not a key', () => {
  const path = join(folder, 'secret.key')
  writeFileSync(path, '')
  expect(() => readSecretKey({ kind: 'file', path })).toThrow(/is empty\. Restore it from a backup/)
})
