import fc from 'fast-check'
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { digestOf } from './digest-of.ts'

const atOnce = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('base64url')

test('a value has the digest of its JSON, as keys that wait for their run have it already', async () => {
  const values = fc.array(fc.oneof(fc.jsonValue(), fc.record({ a: fc.constant(undefined), b: fc.jsonValue() })))
  await fc.assert(
    fc.asyncProperty(values, async (value) => {
      expect(await digestOf(value)).toBe(atOnce(value))
    }),
  )
})

test('wherever a long text is cut, and others have a turn meanwhile', async () => {
  for (const before of ['', 'a']) {
    let turns = 0
    const count = setInterval(() => (turns += 1))
    const value = [{ question: `${before}${'🙂'.repeat(1_500_000)}\ud800`, also: 'x'.repeat(3_000_000) }]
    expect(await digestOf(value)).toBe(atOnce(value))
    clearInterval(count)
    expect(turns).toBeGreaterThan(2)
  }
})
