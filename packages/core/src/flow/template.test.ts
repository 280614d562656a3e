import { expect, test } from 'vitest'
import { parseTemplate, wholeReference } from './template.ts'

test.each([
  ['{{question}}', { type: 'request', name: 'question' }],
  ['{{$vars.tone}}', { type: 'variable', name: 'tone' }],
  ['{{$flow.state.items[0].name}}', { type: 'flow', path: ['state', 'items', '0', 'name'] }],
  ['{{llmChain_0.data.instance.text}}', { type: 'node', nodeId: 'llmChain_0', path: ['text'] }],
  ['{{llmChain_0.data.instance}}', { type: 'node', nodeId: 'llmChain_0', path: [] }],
])('%s is a reference by itself', (source, reference) => {
  expect(wholeReference(parseTemplate(source))).toEqual({ ...reference, source })
})

test.each(['{{.data.instance}}', '{{something}}', '{{llmChain_0.data.instances}}'])('%s is text', (text) => {
  expect(wholeReference(parseTemplate(text))).toBeUndefined()
  expect(parseTemplate(text).filter((part) => typeof part !== 'string')).toEqual([])
})
