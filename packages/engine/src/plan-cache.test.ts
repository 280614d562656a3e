import { expect, test } from 'vitest'
import type { Wanted } from './find-wanted.ts'
import type { Plan } from './plan.ts'
import { createPlanCache } from './plan-cache.ts'

const planOf = (name: string) => ({ name }) as unknown as Plan<'chat'>

test('a plan is made once per drawing, also when asked for twice at once', async () => {
  const cache = createPlanCache({ limit: 4 })
  let made = 0
  const get = (drawing: string) =>
    cache.get({ flowId: 'a', drawing, want: 'chat' }, async () => {
      made += 1
      return planOf(drawing)
    })
  const [first, second] = await Promise.all([get('x'), get('x')])
  expect(first).toBe(second)
  await get('y')
  expect(made).toBe(2)
})

test('the plan unused for longest makes room', async () => {
  const cache = createPlanCache({ limit: 2 })
  const made: string[] = []
  const get = (flowId: string) =>
    cache.get({ flowId, drawing: 'x', want: 'chat' }, async () => {
      made.push(flowId)
      return planOf(flowId)
    })
  for (const flowId of ['a', 'b', 'a', 'c', 'a', 'b']) await get(flowId)
  expect(made).toEqual(['a', 'b', 'c', 'b'])
  expect(cache.size).toBe(2)
})

test('a failure is not kept, and a flow can be forgotten', async () => {
  const cache = createPlanCache({ limit: 2 })
  const key = { flowId: 'a', drawing: 'x', want: 'chat' } as const
  await expect(cache.get(key, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  const plan = await cache.get(key, async () => planOf('one'))
  cache.forget('a')
  expect(await cache.get(key, async () => planOf('two'))).not.toBe(plan)
})

test('what is wanted, and of which node, is part of the key; values are common to a drawing', async () => {
  const cache = createPlanCache({ limit: 2 })
  const handed: unknown[] = []
  const get = (drawing: string, wanted: Wanted<'chat'>) =>
    cache.get({ flowId: 'a', drawing, ...wanted }, async (cells) => {
      handed.push(cells)
      return planOf(JSON.stringify(wanted))
    })
  const wishes = [{ want: 'chat' }, { want: 'chat', nodeId: 'x' }, { want: 'chat', nodeId: 'y' }] as const
  const plans = await Promise.all(wishes.map((wanted) => get('x', wanted)))
  expect(plans).toEqual(wishes.map((wanted) => ({ name: JSON.stringify(wanted) })))
  expect(await Promise.all(wishes.map((wanted) => get('x', wanted)))).toEqual(plans)
  await get('y', { want: 'chat' })
  expect([new Set(handed.slice(0, 3)).size, handed.length, new Set(handed).size]).toEqual([1, 4, 2])
})

test('flows that cannot run push out none that can', async () => {
  const cache = createPlanCache({ limit: 2 })
  const good = await cache.get({ flowId: 'good', drawing: 'x', want: 'chat' }, async () => planOf('good'))
  for (const flowId of ['b', 'c', 'd']) {
    const failed = cache.get({ flowId, drawing: 'x', want: 'chat' }, () => Promise.reject(new Error('no')))
    await expect(failed).rejects.toThrow('no')
  }
  expect(cache.size).toBe(1)
  expect(await cache.get({ flowId: 'good', drawing: 'x', want: 'chat' }, async () => planOf('again'))).toBe(good)
})
