import { expect, test } from 'vitest'

import { firstPrompt } from './first-prompt.ts'

const flowOf = (...nodes: [name: string, inputs: Record<string, unknown>][]) =>
  JSON.stringify({
    nodes: nodes.map(([name, inputs], index) => ({
      id: `${name}_${index}`,
      position: { x: 0, y: 0 },
      data: { id: `${name}_${index}`, name, label: name === 'writer' ? 'Writer' : name, inputs },
    })),
    edges: [],
  })
const describe = () => ({
  inputs: [{ name: 'systemMessage', label: 'System', type: 'string', default: 'Be friendly.' }],
})
const read = (...nodes: Parameters<typeof flowOf>) => firstPrompt(flowOf(...nodes), describe)

test('a flow is told by the first line somebody wrote for its model, without marks', () => {
  expect(
    read(['chatOpenAI', { modelName: 'x' }], ['agent', { systemMessage: '\n## You **help** sailors.\nMore' }]),
  ).toBe('You help sailors.')
  const rows = [
    { role: 'user', content: 'Hello' },
    { role: 'system', content: '<p>Sort letters by their subject.</p>' },
  ]
  expect(read(['llmAgentflow', { llmMessages: rows }])).toBe('Sort letters by their subject.')
})

test('what a node comes with, blanks and other fields tell nothing', () => {
  expect(read(['agent', { systemMessage: 'Be friendly.' }], ['promptTemplate', { template: ' \n{}' }])).toBeUndefined()
  expect(read(['tool', { description: 'Adds' }])).toBeUndefined()
  expect([undefined, '{broken'].map((text) => firstPrompt(text, describe))).toEqual([undefined, undefined])
})

test.each([
  ['<p>Sort letters.</p><p>Be brief.</p>', 'Sort letters.'],
  ['<p>Sort&nbsp;letters &amp; <strong>parcels</strong>.</p>', 'Sort\u00A0letters & parcels.'],
  ['<instructions>\nSort letters.\n</instructions>', 'Sort letters.'],
  ['<role>Clerk</role> Sort letters.', 'Clerk Sort letters.'],
  [`<rules about="${'x'.repeat(200)}">Sort letters.</rules>`, 'Sort letters.'],
  ['Say so where a < b and c > d.', 'Say so where a < b and c > d.'],
  ['Answer in <language>.', 'Answer in <language>.'],
  ['* **Sort** letters.', 'Sort letters.'],
  ['Improve {{ writer_1 }} by {{$flow.state.remarks}}.', 'Improve Writer by remarks.'],
  ['<br>', undefined],
])('%s is told as %s', (systemMessage, told) => {
  expect(read(['agent', { systemMessage }], ['writer', {}])).toBe(told)
})

test('a long line is cut, never within a sign', () => {
  const line = read(['promptTemplate', { template: 'word '.repeat(100) }])
  expect(line).toHaveLength(160)
  expect(line?.endsWith('…')).toBe(true)
  for (const begin of ['', 'a', 'ab']) {
    const told = read(['promptTemplate', { template: `x${begin}${'😀'.repeat(200)}` }])
    expect(told).toBe(`x${begin}${'😀'.repeat(Math.floor((158 - begin.length) / 2))}…`)
  }
})
