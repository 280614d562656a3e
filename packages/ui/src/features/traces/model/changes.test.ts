import { expect, test } from 'vitest'

import { listChanges, NO_CHANGES, toReplay, toRunChanges, withoutChange, type Changes } from './changes.ts'

const flowData = JSON.stringify({
  nodes: [
    { id: 'model_0', data: { inputs: { temperature: 1, modelName: 'a' } } },
    { id: 'chain_0', data: {} },
  ],
  edges: [],
})
const changes: Changes = {
  question: 'Tea?',
  nodes: {
    model_0: {
      label: 'Model',
      inputs: { modelName: { label: 'Name', value: 'b' }, topP: { label: 'Top P', value: 1 } },
    },
  },
  pins: { tool_0: { label: 'Tool', text: '{"found": 1}' } },
  from: { nodeId: 'model_0', label: 'Model', isAlone: true },
}

test('changes are sent with the drawing that they make', () => {
  const { flowData: drawn, ...rest } = toRunChanges(changes, flowData)
  expect(JSON.parse(drawn ?? '')).toMatchObject({
    nodes: [{ data: { inputs: { temperature: 1, modelName: 'b', topP: 1 } } }, { id: 'chain_0' }],
  })
  expect(rest).toEqual({
    question: 'Tea?',
    answers: [{ nodeId: 'tool_0', result: { found: 1 } }],
    again: ['model_0'],
    only: ['model_0'],
  })
  expect(toRunChanges(NO_CHANGES, flowData)).toEqual({})
})

test('each change can be taken back by itself, until nothing is left', () => {
  expect(listChanges(changes).map(({ kind }) => kind)).toEqual(['question', 'input', 'input', 'pin', 'alone'])
  let left = changes
  for (const change of listChanges(changes)) {
    const before = listChanges(left).length
    left = withoutChange(left, change)
    expect(listChanges(left)).toHaveLength(before - 1)
  }
  expect(left).toEqual(NO_CHANGES)
})

test('what is said by hand of a held-back call is JSON where it reads as such', () => {
  const held = {
    allow: ['k1'],
    answers: [
      { key: 'k2', text: '[1]' },
      { key: 'k3', text: '{not' },
    ],
  }
  expect(toReplay({}, held)).toEqual({
    mode: 'what-if',
    allow: ['k1'],
    answers: [
      { key: 'k2', result: [1] },
      { key: 'k3', result: '{not' },
    ],
  })
})
