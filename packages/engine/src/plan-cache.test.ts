import { expect, test } from 'vitest'
import type { Plan } from './plan.ts'
import { createPlanCache } from './plan-cache.ts'

const planOf = (name: string) => ({ name }) as unknown as Plan

test('a plan is made once per flow version, also when asked for twice at once', async () => {
  const cache = createPlanCache({ limit: 4 })
  let made = 0
  const get = (version: number) =>
    cache.get({ flowId: 'a', version }, async () => {
      made += 1
      return planOf(`v${version}`)
    })
  const [first, second] = await Promise.all([get(1), get(1)])
  expect(first).toBe(second)
  await get(2)
  expect(made).toBe(2)
})

test('the plan unused for longest makes room', async () => {
  const cache = createPlanCache({ limit: 2 })
  const made: string[] = []
  const get = (flowId: string) =>
    cache.get({ flowId, version: 1 }, async () => {
      made.push(flowId)
      return planOf(flowId)
    })
  for (const flowId of ['a', 'b', 'a', 'c', 'a', 'b']) await get(flowId)
  expect(made).toEqual(['a', 'b', 'c', 'b'])
  expect(cache.size).toBe(2)
})

test('a failure is not kept, and a flow can be forgotten', async () => {
  const cache = createPlanCache({ limit: 2 })
  const key = { flowId: 'a', version: 1 }
  await expect(cache.get(key, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  const plan = await cache.get(key, async () => planOf('one'))
  cache.forget('a')
  expect(await cache.get(key, async () => planOf('two'))).not.toBe(plan)
})
