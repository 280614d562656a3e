import { expect, test } from 'vitest'

import { addFromPalette } from './add-from-palette.ts'
import { createCanvas } from './canvas-store.ts'
import { description, descriptions, edited } from './catalogue.fixture.ts'
import { initialState } from './canvas-state.ts'
import { nodeGeometry } from './node-geometry.ts'
import { addStepTo, drawSteps, stepDescription, stepOf } from './steps.fixture.ts'
import { GUTTER } from './place-node.ts'
import type { Flow } from '@chatwright/core'

const centre = { x: 150, y: 150 }
const edgesOf = (flow: Flow) => flow.edges.map(({ source, target }) => `${source} > ${target}`)

function add(flow: Flow, name: string): Flow {
  return edited(flow, (draft) => addFromPalette(draft, { description: description(name), request: undefined, centre }))
}

const drawn = (...names: string[]) => names.reduce(add, { nodes: [], edges: [] })
const placeOf = (flow: Flow, id: string) => {
  const node = flow.nodes.find((node) => node.id === id)
  if (!node) throw new Error(`There is no ${id}.`)
  return { left: node.position.x, right: node.position.x + nodeGeometry(node).width, top: node.position.y }
}

test('what is added is joined where one port fits, in whatever order it comes', () => {
  const expected = ['bufferMemory_0 > chain_0', 'chatModel_0 > chain_0']
  expect(edgesOf(drawn('chatModel', 'bufferMemory', 'chain')).sort()).toEqual(expected)
  expect(edgesOf(drawn('chain', 'chatModel', 'bufferMemory')).sort()).toEqual(expected)
})

test('where two ports fit, nothing is guessed', () => {
  expect(edgesOf(drawn('chain', 'chain', 'chatModel'))).toEqual([])
  expect(edgesOf(drawn('chatModel', 'chatModel', 'chain'))).toEqual([])
})

test('what is connected already is left alone', () => {
  const flow = drawn('chatModel', 'chain')
  expect(edgesOf(add(flow, 'chatModel'))).toEqual(['chatModel_0 > chain_0'])
  expect(edgesOf(add(flow, 'chain'))).toEqual(['chatModel_0 > chain_0'])
})

test('adding and joining are undone in one step', () => {
  const canvas = createCanvas(initialState(drawn('chain')))
  canvas.setCatalogue(descriptions, [])
  canvas.run((draft) => {
    addFromPalette(draft, { description: description('chatModel'), request: undefined, centre })
  })
  expect(edgesOf(canvas.store.getState().history.present)).toEqual(['chatModel_0 > chain_0'])
  canvas.undo()
  expect(canvas.store.getState().history.present).toEqual(drawn('chain'))
})

test('what gives stands left of what takes, a gutter apart, joined or not', () => {
  const joined = drawn('chain', 'chatModel', 'bufferMemory')
  expect(placeOf(joined, 'chain_0').left - placeOf(joined, 'chatModel_0').right).toBe(GUTTER)
  expect(placeOf(joined, 'chain_0').left - placeOf(joined, 'bufferMemory_0').right).toBe(GUTTER)
  expect(placeOf(joined, 'bufferMemory_0').top).toBeGreaterThan(placeOf(joined, 'chatModel_0').top)
  const loose = drawn('chain', 'chain', 'chatModel')
  expect(placeOf(loose, 'chatModel_0').right).toBeLessThanOrEqual(placeOf(loose, 'chain_0').left - GUTTER)
  const later = drawn('chatModel', 'bufferMemory', 'chain')
  expect(placeOf(later, 'chain_0').left - placeOf(later, 'chatModel_0').right).toBe(GUTTER)
})

test('a step follows the only way out, and none of several', () => {
  const flow = drawSteps([stepOf('startAgentflow_0')])
  const next = (present: Flow, name: string) =>
    addStepTo(present, { description: stepDescription(name), request: undefined, centre })
  const followed = next(next(flow, 'llmAgentflow'), 'conditionAgentflow')
  expect(edgesOf(followed)).toEqual(['startAgentflow_0 > llmAgentflow_0', 'llmAgentflow_0 > conditionAgentflow_0'])
  expect(placeOf(followed, 'conditionAgentflow_0').left - placeOf(followed, 'llmAgentflow_0').right).toBe(GUTTER)
  expect(edgesOf(next(followed, 'llmAgentflow'))).toEqual(edgesOf(followed))
})

test('a step dropped into a container stays in it and follows nothing outside', () => {
  const container = stepOf('iterationAgentflow_0')
  const flow = drawSteps([stepOf('startAgentflow_0'), { ...container, position: { x: 800, y: 0 } }])
  const next = addStepTo(flow, {
    description: stepDescription('llmAgentflow'),
    request: { kind: 'add', at: { x: 850, y: 90 } },
    centre,
  })
  expect(next.nodes.at(-1)).toMatchObject({ parentNode: 'iterationAgentflow_0' })
  expect(edgesOf(next)).toEqual([])
})
