import { expect, test } from 'vitest'
import { catalogue, join, node } from './catalogue.fixture.ts'
import { parseClipboard, serializeSelection } from './clipboard.ts'
import { connect } from './commands/connect.ts'
import type { Flow } from './document.ts'

const drawn: Flow = { nodes: [node('chatOpenAI_0', { proxyPassword: 'hunter2' }), node('llmChain_0')], edges: [] }
const flow = connect(join(drawn, 'chatOpenAI_0', 'llmChain_0', 'model'))(drawn)

test('a selection travels as text, with the edges among it and without typed secrets', () => {
  const text = serializeSelection(flow, ['chatOpenAI_0', 'llmChain_0'], catalogue.describe)
  expect(text).not.toContain('hunter2')
  const selection = parseClipboard(`Look at this:\n\`\`\`json\n${text}\n\`\`\`\n`)
  expect(selection?.nodes.map((node) => node.id)).toEqual(['chatOpenAI_0', 'llmChain_0'])
  expect(selection?.edges).toEqual(flow.edges)
  expect(parseClipboard(serializeSelection(flow, ['llmChain_0'], catalogue.describe))?.edges).toEqual([])
})

test.each([
  '',
  'hello',
  '{}',
  '{"nodes":[]}',
  '{"nodes":[],"edges":[]}',
  '{"nodes":[{"id":1}],"edges":[]}',
  '{"nodes" {',
])('the text %j holds no nodes', (text) => expect(parseClipboard(text)).toBeUndefined())
