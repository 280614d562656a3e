import type { NodeContext } from '@chatwright/core'
import type { Effects } from '@chatwright/engine'
import { executionAsyncResource } from 'node:async_hooks'
import { expect, test } from 'vitest'
import { guardEffects } from './guarded-effects.ts'

const answered = new Response('answer')
const plain: Effects = {
  context: { fetch: async () => answered, vectors: {}, records: {}, files: {}, history: {} } as unknown as NodeContext,
  credential: async () => ({}),
}
const reach = ({ context }: Effects) => context.fetch('https://vendor.example')

test('only what was let out reaches out, also after it has waited', async () => {
  const { effects, outside } = guardEffects(plain)
  expect(() => reach(effects)).toThrow('A replay makes no outside calls.')
  const later = outside(async () => {
    await Promise.resolve()
    return reach(effects)
  })
  expect(await later).toBe(answered)
  expect(() => reach(effects)).toThrow('A replay makes no outside calls.')
})

test('what one guard lets out, another holds back; inside both, both let it out', async () => {
  const outer = guardEffects(plain)
  const inner = guardEffects(outer.effects)
  expect(() => outer.outside(() => reach(inner.effects))).toThrow('A replay makes no outside calls.')
  expect(() => inner.outside(() => reach(inner.effects))).toThrow('A replay makes no outside calls.')
  expect(await outer.outside(() => inner.outside(() => reach(inner.effects)))).toBe(answered)
})

test('however many replays there were, what comes after them carries no more along', async () => {
  // What Node carries over to each promise lies on it under a symbol; a newer Node carries it elsewhere, and all at once.
  const carried = () =>
    new Promise<number>((resolve) => {
      setImmediate(() => resolve(Object.getOwnPropertySymbols(executionAsyncResource()).length))
    })
  await guardEffects(plain).outside(carried)
  const before = await carried()
  for (let replay = 0; replay < 20; replay++) await guardEffects(plain).outside(carried)
  expect(await carried()).toBe(before)
})
