import { stepViewsOf, type Flow, type RunEvent } from '@chatwright/core'
import { beforeEach, describe, expect, test } from 'vitest'
import { compile } from '../compile.ts'
import { collect, effectsOf, requestOf } from '../flow.fixture.ts'
import type { RunRequest } from '../request.ts'
import { run } from '../run.ts'
import { catalogue, drawSteps, world } from './steps.fixture.ts'

beforeEach(() => {
  world.done = []
  world.fails = new Map()
  world.onAct = async () => {}
})

async function runFlow(flow: Flow, request: Partial<RunRequest> = {}): Promise<RunEvent[]> {
  const plan = await compile(flow, catalogue, { want: 'chat' })
  return collect(run(plan, { ...requestOf('Hello'), ...request }, effectsOf()))
}

const chain = drawSteps({
  steps: {
    act_0: { text: 'first' },
    act_1: { text: 'second' },
    act_2: { text: 'beside' },
    say_0: { text: 'did {{act_1}} and {{act_2}}' },
  },
  edges: ['begin_0 > act_0', 'act_0 > act_1', 'begin_0 > act_2', 'act_1 > say_0', 'act_2 > say_0'],
})

describe('a step that is done again', () => {
  test('is done with all that followed from it, and nothing else is', async () => {
    const told = await runFlow(chain)
    expect(world.done).toEqual(['first', 'beside', 'second'])
    world.done = []
    const again = await runFlow(chain, { runId: 'again', told, again: 'act_1@0' })
    expect(world.done).toEqual(['second'])
    expect(again.flatMap((event) => (event.type === 'step-end' ? event.path : []))).toEqual(['act_1@0', 'say_0@0'])
    const views = stepViewsOf([...told, ...again])
    expect(views.map(({ path, status }) => [path, status])).toEqual([
      ['begin_0@0', 'done'],
      ['act_0@0', 'done'],
      ['act_2@0', 'done'],
      ['act_1@0', 'done'],
      ['say_0@0', 'done'],
    ])
  })

  test('mends a run that failed there', async () => {
    world.fails.set('second', 1)
    const told = await runFlow(chain)
    expect(told.at(-1)).toMatchObject({ type: 'run-end', status: 'failed' })
    world.done = []
    const again = await runFlow(chain, { runId: 'again', told, again: 'act_1@0' })
    expect(again.at(-1)).toMatchObject({ type: 'run-end', status: 'done' })
    expect(world.done).toEqual(['second'])
  })

  test('is not done a third time by whoever takes that run up', async () => {
    const told = await runFlow(chain)
    const again = await runFlow(chain, { runId: 'again', told, again: 'act_0@0' })
    world.done = []
    // Its holder was lost after the first step of it.
    const lost = again.slice(0, again.findIndex((event) => event.type === 'step-end' && event.path === 'act_0@0') + 1)
    await runFlow(chain, { runId: 'again', told: [...told, ...lost], again: 'act_0@0' })
    expect(world.done).toEqual(['second'])
  })

  test('inside a container leaves the other items as they are, and the container ends anew', async () => {
    const flow = drawSteps({
      steps: {
        each_0: { items: '["a","b","c"]' },
        act_0: { text: 'item {{$iteration}}' },
        say_0: { text: 'all: {{each_0}}' },
      },
      edges: ['begin_0 > each_0', 'each_0 > say_0'],
      inside: { act_0: 'each_0' },
    })
    world.fails.set('item b', 1)
    const told = await runFlow(flow)
    world.done = []
    const again = await runFlow(flow, { runId: 'again', told, again: 'each_0@0/1/act_0@0' })
    expect(world.done).toEqual(['item b'])
    const ends = again.flatMap((event) => (event.type === 'step-end' ? event.path : []))
    expect(ends).toEqual(['each_0@0/1/act_0@0', 'each_0@0', 'say_0@0'])
    const views = stepViewsOf([...told, ...again])
    expect(views.every(({ status }) => status === 'done')).toBe(true)
    expect(views.findIndex(({ path }) => path === 'each_0@0')).toBeLessThan(
      views.findIndex(({ path }) => path === 'each_0@0/0/act_0@0'),
    )
  })

  test('that decides goes another way, and what was skipped before runs', async () => {
    const flow = drawSteps({
      steps: { ask_0: { text: 'Which?' }, say_0: { text: 'yes' }, say_1: { text: 'no' } },
      edges: ['begin_0 > ask_0', 'ask_0:0 > say_0', 'ask_0:1 > say_1'],
    })
    const asked = await runFlow(flow)
    const decisions = [{ path: 'ask_0@0', decision: { type: 'proceed' } }]
    const yes = await runFlow(flow, { runId: 'yes', told: asked, decisions })
    const told = [...asked, ...yes]
    const again = await runFlow(flow, { runId: 'again', told, again: 'ask_0@0' })
    // It asks anew: what was decided before counts no more.
    expect(again.at(-1)).toMatchObject({ status: 'waiting' })
    const no = await runFlow(flow, {
      runId: 'no',
      told: [...told, ...again],
      decisions: [{ path: 'ask_0@0', decision: { type: 'reject' } }],
    })
    const views = stepViewsOf([...told, ...again, ...no])
    expect(views.map(({ path, status }) => [path, status])).toEqual([
      ['begin_0@0', 'done'],
      ['ask_0@0', 'done'],
      ['say_0', 'skipped'],
      ['say_1@0', 'done'],
    ])
  })
})
