import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createSecretBox } from './secret-box.ts'

const boxWith = (current: Buffer, ...older: Buffer[]) => createSecretBox(() => [current, ...older])
const owner = { table: 'credential', id: 'row-1' } as const

test('what is sealed opens for its row alone', () => {
  const box = boxWith(randomBytes(32))
  const sealed = box.seal(owner, 'sécret 😀')
  expect(box.open(owner, sealed)).toBe('sécret 😀')
  expect(() => box.open({ table: 'credential', id: 'row-2' }, sealed)).toThrow('does not belong to this row')
  expect(() => box.open({ table: 'variable', id: 'row-1' }, sealed)).toThrow('does not belong to this row')
})

test('the same secret never seals to the same text', () => {
  const box = boxWith(randomBytes(32))
  expect(new Set(Array.from({ length: 50 }, () => box.seal(owner, 'x'))).size).toBe(50)
})

test('one changed letter is noticed', () => {
  const box = boxWith(randomBytes(32))
  const sealed = box.seal(owner, 'secret')
  for (let at = sealed.lastIndexOf('.') + 1; at < sealed.length - 1; at++) {
    const other = sealed[at] === 'A' ? 'B' : 'A'
    const changed = `${sealed.slice(0, at)}${other}${sealed.slice(at + 1)}`
    expect(() => box.open(owner, changed)).toThrow('does not belong to this row')
  }
})

test.each(['', 'v1', 'v1.x', 'v2.00000000.AAAA', 'plain', 'v1.00000000.'])('%j is no sealed text', (text) => {
  expect(() => boxWith(randomBytes(32)).open(owner, text)).toThrow(/secret/i)
})

test('another key opens nothing, an older one still does', () => {
  const [first, second] = [randomBytes(32), randomBytes(32)]
  const sealed = boxWith(first).seal(owner, 'secret')
  expect(() => boxWith(second).open(owner, sealed)).toThrow('a key this server does not have')
  const both = boxWith(second, first)
  expect(both.open(owner, sealed)).toBe('secret')
  expect(both.isOutdated(sealed)).toBe(true)
  expect(both.isOutdated(both.seal(owner, 'secret'))).toBe(false)
})

test('a key that another process has begun to use is found', () => {
  const [first, second] = [randomBytes(32), randomBytes(32)]
  let keys: [Buffer, ...Buffer[]] = [first]
  const serving = createSecretBox(() => keys)
  const old = serving.seal(owner, 'before')
  keys = [second, first]
  const sealed = boxWith(second, first).seal(owner, 'after')
  expect(serving.open(owner, sealed)).toBe('after')
  expect(serving.open(owner, old)).toBe('before')
  expect(boxWith(second).open(owner, serving.seal(owner, 'new'))).toBe('new')
})
