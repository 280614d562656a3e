import { defineNode, type Memory } from '@chatwright/core'
import { expect, test } from 'vitest'
import { forgetExchanges } from './clear-memories.ts'
import { compile } from './compile.ts'
import { catalogueOf, draw, effectsOf, requestOf } from './flow.fixture.ts'
import { echoModel, sessionMemory, talkChain } from './nodes.fixture.ts'

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

test('a memory that keeps its own is told what to take back; one that does not is left alone', async () => {
  const forgotten: unknown[] = []
  const catalogue = catalogueOf(echoModel, talkChain, sessionMemory, outsideMemory(forgotten))
  for (const memory of ['outsideMemory_0', 'sessionMemory_0']) {
    const flow = draw(catalogue)
      .add('echoModel_0')
      .add(memory)
      .add('talkChain_0')
      .connect('echoModel_0', 'talkChain_0.model')
      .connect(memory, 'talkChain_0.memory').flow
    const { session } = requestOf('')
    await forgetExchanges(await compile(flow, catalogue), { session, exchanges: [exchange] }, effectsOf())
    expect(forgotten).toEqual([[exchange, session.sessionId]])
  }
})
