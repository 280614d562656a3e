import { expect, test } from 'vitest'
import type { AnsweringFlow } from '../../flows/flows/answering-flows.ts'
import { createFitOf } from './models-in-flows.ts'

const graphOf = (name: string, inputs: object = {}): string => {
  const data = { id: 'm_0', name, label: name, version: 1, baseClasses: ['BaseChatModel'], inputs }
  return JSON.stringify({ nodes: [{ id: 'm_0', position: { x: 0, y: 0 }, type: 'customNode', data }], edges: [] })
}

/** Flows by their ids, and which graphs were read, page by page. */
function fakeFlows(flows: Map<string, AnsweringFlow & { flow_data: string }>) {
  const read: string[][] = []
  return {
    read,
    list: async (ids?: readonly string[]) => [...flows.values()].filter(({ id }) => ids?.includes(id) ?? true),
    graphs: async (ids: readonly string[]) => {
      read.push([...ids])
      return [...flows.values()].filter(({ id }) => ids.includes(id))
    },
  }
}

const flow = (id: string, graph: string, { version = 1, state = 'saved' } = {}) =>
  [id, { id, name: id, version, state, flow_data: graph }] as const

test('each graph is read once for its version, a few at a time, however often limits are looked at', async () => {
  const flows = new Map(Array.from({ length: 50 }, (_, at) => flow(`f${at}`, graphOf('chatOpenAI'))))
  const from = fakeFlows(flows)
  const fitOf = createFitOf(from, () => undefined)
  const asked = [{ model: 'gpt-tiny' }, { model: 'claude-tiny' }, { model: 'gpt-tiny', flowId: 'f7' }]
  const fits = await fitOf(asked)
  expect(fits.map(({ fitting, unfit }) => [fitting, unfit.length])).toEqual([
    [50, 0],
    [0, 50],
    [1, 0],
  ])
  expect(from.read.map(({ length }) => length)).toEqual([20, 20, 10])
  expect(await fitOf(asked)).toEqual(fits)
  expect(from.read).toHaveLength(3)
  // Another version is another drawing.
  flows.set(...flow('f7', graphOf('chatAnthropic'), { version: 2 }))
  expect(await fitOf([{ model: 'claude-tiny', flowId: 'f7' }])).toEqual([{ fitting: 1, unfit: [] }])
  expect(await fitOf([{ model: 'claude-tiny' }])).toMatchObject([{ fitting: 1 }])
  expect(from.read.slice(3)).toEqual([['f7']])
  // So is what comes from a file under the same version.
  flows.set(...flow('f8', graphOf('chatAnthropic'), { state: 'loaded' }))
  expect(await fitOf([{ model: 'claude-tiny' }])).toMatchObject([{ fitting: 2 }])
  expect(from.read.slice(4)).toEqual([['f8']])
})

test('of limits of some flows only those are read, and a graph that cannot be read has no model', async () => {
  const from = fakeFlows(
    new Map([
      flow('one', graphOf('chatOpenAI', { basepath: 'http://other' })),
      flow('two', 'no drawing'),
      flow('three', graphOf('chatOpenAI')),
    ]),
  )
  const fitOf = createFitOf(from, () => undefined)
  const asked = ['one', 'two'].map((flowId) => ({ model: 'claude-tiny', flowId }))
  expect(await fitOf(asked)).toEqual([
    { fitting: 1, unfit: [] },
    { fitting: 0, unfit: [] },
  ])
  expect(from.read).toEqual([['one', 'two']])
  expect(await fitOf([])).toEqual([])
})
