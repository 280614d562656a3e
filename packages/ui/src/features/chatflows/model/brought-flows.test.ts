import type { NodeDescription } from '@chatwright/core'
import { expect, test } from 'vitest'

import { needsAttention, readBroughtFlows } from './brought-flows.ts'

const chain: NodeDescription = {
  label: 'Conversation Chain',
  name: 'conversationChain',
  version: 1,
  type: 'ConversationChain',
  icon: 'chain.svg',
  category: 'Chains',
  description: 'Talks',
  baseClasses: ['ConversationChain'],
  inputs: [],
  traits: { answers: true },
  aliases: [{ name: 'oldChain' }],
}
const model: NodeDescription = {
  ...chain,
  label: 'ChatOpenAI',
  name: 'chatOpenAI',
  type: 'ChatOpenAI',
  category: 'Chat Models',
  baseClasses: ['ChatOpenAI'],
  traits: {},
  aliases: [],
  credential: { label: 'Credential', name: 'credential', type: 'credential', credentialNames: ['openAIApi'] },
}
const known = { catalogue: [chain, model], credentials: [] }

function flowWith(...names: string[]) {
  const nodes = names.map((name, index) => ({
    id: `${name}_${index}`,
    type: 'customNode',
    position: { x: 0, y: 0 },
    data: { id: `${name}_${index}`, name, label: name, type: name, baseClasses: [name], inputs: {} },
  }))
  return { nodes, edges: [] }
}

function fates(name: string, content: unknown) {
  return readBroughtFlows({ name, text: JSON.stringify(content) }, known).flows.map((flow) => ({
    name: flow.name,
    nodes: flow.nodes.map(({ fate, renamedTo, credentials }) => [
      fate,
      ...(renamedTo ? [renamedTo] : []),
      ...credentials,
    ]),
    attention: needsAttention(flow),
  }))
}

test('every node of a flow file is told what becomes of it', () => {
  expect(fates('Desk Chatflow.json', flowWith('conversationChain', 'oldChain', 'chatOpenAI', 'mystery'))).toEqual([
    {
      name: 'Desk',
      nodes: [['works'], ['renamed', 'Conversation Chain'], ['credential', 'openAIApi'], ['placeholder']],
      attention: 2,
    },
  ])
})

test('a database export brings each of its flows under its own name', () => {
  const flow = (name: string) => ({ id: name, name, flowData: JSON.stringify(flowWith('conversationChain')) })
  const file = { chatmessages: [], apikeys: [], chatflows: [flow('First'), flow('Second')] }
  expect(fates('DB.json', file).map(({ name }) => name)).toEqual(['First', 'Second'])
})

test('a node that is renamed and lacks a credential says both', () => {
  const renamedModel = { ...model, aliases: [{ name: 'oldOpenAI' }] }
  const { flows } = readBroughtFlows(
    { name: 'Desk.json', text: JSON.stringify(flowWith('oldOpenAI')) },
    { catalogue: [chain, renamedModel], credentials: [] },
  )
  expect(flows[0]?.nodes).toMatchObject([{ fate: 'credential', renamedTo: 'ChatOpenAI', credentials: ['openAIApi'] }])
})

test('an export brings looks, limits and tags along, and says what stays behind', () => {
  const row = {
    name: 'Shop',
    flowData: JSON.stringify(flowWith('conversationChain')),
    chatbotConfig: '{"welcomeMessage":"Hello!"}',
    apiConfig: 'not json',
    analytic: null,
    category: 'shop;support',
    isPublic: true,
    apikeyid: 'key-1',
  }
  const text = JSON.stringify({ ChatFlow: [row], Tool: [{ name: 'price' }], Variable: [], ChatMessage: [{}, {}] })
  const { flows, leftBehind } = readBroughtFlows({ name: 'ExportData.json', text }, known)
  expect(flows[0]?.settings).toEqual({
    chatbotConfig: '{"welcomeMessage":"Hello!"}',
    category: 'shop;support',
    isPublic: true,
  })
  expect(flows[0]?.demandedKey).toBe(true)
  expect(leftBehind).toEqual([
    { kind: 'Tool', count: 1 },
    { kind: 'ChatMessage', count: 2 },
  ])
})

test('one flow that cannot be read keeps no other out', () => {
  const good = { name: 'Good', flowData: JSON.stringify(flowWith('conversationChain')) }
  const text = JSON.stringify({ ChatFlow: [good, { name: 'Bad', flowData: '{not json' }] })
  const { flows, refused } = readBroughtFlows({ name: 'ExportData.json', text }, known)
  expect(flows.map(({ name }) => name)).toEqual(['Good'])
  expect(refused).toEqual([{ name: 'Bad', reason: expect.stringContaining('not JSON') }])
})

test('a file that is no flow is refused with a reason', () => {
  expect(() => fates('list.json', [1, 2])).toThrow(/not a flow/)
  expect(() => readBroughtFlows({ name: 'a.json', text: 'no json' }, known)).toThrow(SyntaxError)
})
