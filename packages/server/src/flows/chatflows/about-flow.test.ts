import { expect, test } from 'vitest'

import { aboutFlow } from './about-flow.ts'

const KINDS: Record<string, { category: string; label: string }> = {
  chatOpenAI: { category: 'Chat Models', label: 'ChatOpenAI' },
  pinecone: { category: 'Vector Stores', label: 'Pinecone' },
  bufferMemory: { category: 'Memory', label: 'Buffer Memory' },
  conversationChain: { category: 'Chains', label: 'Conversation Chain' },
  toolAgent: { category: 'Agents', label: 'Tool Agent' },
  supervisor: { category: 'Multi Agents', label: 'Supervisor' },
  llmAgentflow: { category: 'Agent Flows', label: 'LLM' },
  calculator: { category: 'Tools', label: 'Calculator' },
}
const about = (...names: string[]) => aboutFlow(names, (name) => KINDS[name])

test.each([
  [['conversationChain', 'chatOpenAI'], { does: 'answers', model: 'ChatOpenAI' }],
  [['conversationChain', 'bufferMemory', 'chatOpenAI'], { does: 'remembers', model: 'ChatOpenAI' }],
  [['chatOpenAI', 'bufferMemory', 'pinecone'], { does: 'documents', model: 'ChatOpenAI' }],
  [['pinecone', 'toolAgent', 'chatOpenAI'], { does: 'agent', model: 'ChatOpenAI' }],
  [['supervisor', 'chatOpenAI', 'toolAgent'], { does: 'team', model: 'ChatOpenAI' }],
  [['llmAgentflow'], { does: 'steps', model: null }],
])('%j is about %j', (names, told) => {
  expect(about(...names)).toEqual(told)
})

test('nodes that say nothing of a purpose, or that nobody knows, are about nothing', () => {
  expect(about()).toBeUndefined()
  expect(about('calculator', 'gone')).toBeUndefined()
})
