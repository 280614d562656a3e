import {
  anchor,
  component,
  createCatalogueIndex,
  createNode,
  defineNode,
  describeNode,
  serializeSelection,
  string,
} from '@chatwright/core'
import type { Flow } from '@chatwright/core'
import { expect, test } from 'vitest'

import { edited, smallFlow } from '../model/catalogue.fixture.ts'
import { stepDescriptions } from '../model/steps.fixture.ts'
import { stepsOfChatNodes } from './chat-nodes-as-steps.ts'

const shared = { version: 1, description: 'Answers.', icon: 'agent.svg', build: () => undefined }
const toolAgent = describeNode(
  defineNode({
    ...shared,
    name: 'toolAgent',
    label: 'Tool Agent',
    category: 'Agents',
    baseClasses: ['AgentExecutor'],
    inputs: {
      model: anchor('BaseChatModel', { label: 'Chat model' }),
      systemMessage: string({ label: 'System message', rows: 4 }),
    },
  }),
)
const agentStep = describeNode(
  defineNode({
    ...shared,
    name: 'agentAgentflow',
    label: 'Agent',
    category: 'Agent Flows',
    baseClasses: ['Agent'],
    traits: { step: {} },
    inputs: { agentModel: component('BaseChatModel', 'listModels', { label: 'Model' }) },
  }),
)
const descriptions = [...stepDescriptions, toolAgent, agentStep]
const { describe } = createCatalogueIndex(descriptions)

const copied = (flow: Flow) => serializeSelection(flow, new Set(flow.nodes.map(({ id }) => id)), describe)

test('an agent with its model becomes its step, without a second Start', () => {
  const { nodes } = smallFlow()
  const agent = createNode(toolAgent, { id: 'toolAgent_0', position: { x: 500, y: 0 } })
  const flow = edited(
    { nodes: [...nodes.slice(0, 1), agent], edges: [] },
    [{ do: 'connect', from: 'chatModel_0', to: 'toolAgent_0.model' }],
    descriptions,
  )
  const steps = stepsOfChatNodes(copied(flow), describe)
  expect(steps?.nodes.map(({ data }) => data.name)).toEqual(['agentAgentflow'])
  expect(steps?.nodes[0]?.data.inputs).toMatchObject({ agentModel: 'chatModel' })
  expect(steps?.edges).toEqual([])
})

test('nodes that are no agent with its parts cannot become steps', () => {
  expect(stepsOfChatNodes(copied(smallFlow()), describe)).toBeUndefined()
  expect(stepsOfChatNodes('a sentence', describe)).toBeUndefined()
})
