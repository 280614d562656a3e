import { defineNode, type Memory, type ValueKind } from '@chatwright/core'
import { expect, test } from 'vitest'
import { buildValues } from './build-values.ts'
import { compile } from './compile.ts'
import { catalogueOf, collect, draw, effectsOf, endOf, requestOf } from './flow.fixture.ts'
import { echoModel, sessionMemory, talkChain } from './nodes.fixture.ts'
import { createPlanCache } from './plan-cache.ts'
import { run } from './run.ts'

const exchange = { question: 'Hi', answer: 'Hello' }

function outsideMemory(forgotten: unknown[]) {
  return defineNode({
    name: 'outsideMemory',
    label: 'Outside Memory',
    version: 1,
    category: 'Memory',
    description: 'Keeps its own.',
    icon: 'memory.svg',
    baseClasses: ['OutsideMemory', 'BaseMemory'],
    inputs: {},
    build: (): Memory => ({
      kind: 'memory',
      memoryKey: 'chat_history',
      load: async () => [],
      save: async () => {},
      clear: async () => {},
      forget: async (taken, { sessionId }) => {
        forgotten.push([taken, sessionId])
      },
    }),
  })
}

test('the memories that the answer uses are built, and those alone', async () => {
  const forgotten: unknown[] = []
  const catalogue = catalogueOf(echoModel, talkChain, sessionMemory, outsideMemory(forgotten))
  const flow = draw(catalogue)
    .add('echoModel_0')
    .add('outsideMemory_0')
    .add('sessionMemory_0')
    .add('talkChain_0')
    .connect('echoModel_0', 'talkChain_0.model')
    .connect('outsideMemory_0', 'talkChain_0.memory').flow
  const plan = await compile(flow, catalogue, { want: 'memory' })
  expect(plan.steps.map(({ tag }) => tag.id)).toEqual(['outsideMemory_0'])
  const { session } = requestOf('')
  const { values } = await buildValues(plan, requestOf(''), { effects: effectsOf() })
  for (const memory of values) await memory.forget?.(exchange, session)
  expect(forgotten).toEqual([[exchange, session.sessionId]])
})

test('a flow without a memory has none to clear', async () => {
  const catalogue = catalogueOf(echoModel, talkChain)
  const { flow } = draw(catalogue).add('echoModel_0').add('talkChain_0').connect('echoModel_0', 'talkChain_0.model')
  const plan = await compile(flow, catalogue, { want: 'memory' })
  expect((await buildValues(plan, requestOf(''), { effects: effectsOf() })).values).toEqual([])
})

test('the memory that is cleared is the one that remembers', async () => {
  const catalogue = catalogueOf(echoModel, talkChain, sessionMemory)
  const { flow } = draw(catalogue)
    .add('echoModel_0')
    .add('sessionMemory_0')
    .add('talkChain_0')
    .connect('echoModel_0', 'talkChain_0.model')
    .connect('sessionMemory_0', 'talkChain_0.memory')
  const plans = createPlanCache({ limit: 2 })
  const planFor = <Kind extends ValueKind>(want: Kind) =>
    plans.get({ flowId: 'flow', drawing: 'x', want }, (cells) => compile(flow, catalogue, { want, cells }))
  const ask = async (question: string) =>
    endOf(await collect(run(await planFor('chat'), requestOf(question), effectsOf()))).text
  expect([await ask('one'), await ask('two')]).toEqual(['one', 'one|two'])
  const { values } = await buildValues(await planFor('memory'), requestOf(''), { effects: effectsOf() })
  for (const memory of values) await memory.clear(requestOf('').session)
  expect(await ask('three')).toBe('three')
})
