import { canBecomeAgentFlow, convertToAgentFlow, createCatalogueIndex, validateFlow } from '@chatwright/core'
import { expect, test } from 'vitest'
import { loadCatalogue } from '../catalogue/load-catalogue.ts'
import { drawOutline } from '../templates/draw-outline.ts'
import { outlines } from '../templates/own-templates.ts'

const catalogue = await loadCatalogue()
const index = createCatalogueIndex(catalogue.nodes)
const drawn = (id: string) =>
  drawOutline(
    outlines.find((outline) => outline.id === id)!,
    catalogue,
  )
const convert = (id: string) => convertToAgentFlow(drawn(id), (name) => index.describe(name))

test.each(['agent-with-tools', 'web-research', 'agent-with-documents'])(
  '%s becomes an agent flow that can run',
  (id) => {
    const flow = convert(id)?.flow
    expect(flow?.nodes.map(({ data }) => data.name)).toEqual(['startAgentflow', 'agentAgentflow'])
    expect(validateFlow(flow!, index).filter(({ code }) => code !== 'missing-credential')).toEqual([])
  },
)

test('tools, knowledge, words and memory of the agent come along', () => {
  const tools = convert('agent-with-tools')?.flow?.nodes[1]?.data.inputs
  expect(tools).toMatchObject({
    agentModel: 'chatOpenAI',
    agentTools: [{ agentSelectedTool: 'calculator' }, { agentSelectedTool: 'currentDateTime' }],
    agentMemoryType: 'allMessages',
  })
  const documents = convert('agent-with-documents')?.flow?.nodes[1]?.data.inputs
  expect(documents).toMatchObject({
    agentTools: [],
    agentKnowledgeVSEmbeddings: [
      { vectorStore: 'builtInVectorStore', embeddingModel: 'openAIEmbeddings', knowledgeName: 'handbook' },
    ],
  })
})

test('a flow without an agent, and one of steps, are not offered to be converted', () => {
  expect(canBecomeAgentFlow(drawn('handbook-answers'))).toBe(false)
  expect(canBecomeAgentFlow(drawn('steps-team'))).toBe(false)
  expect(canBecomeAgentFlow(drawn('agent-with-tools'))).toBe(true)
})
