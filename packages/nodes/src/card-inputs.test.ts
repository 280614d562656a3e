import { cardInputs, createNode, formParams, isInputVisible, MOST_CARD_INPUTS } from '@chatwright/core'
import type { NodeDescription } from '@chatwright/core'
import { expect, test } from 'vitest'

import { loadCatalogue } from './index.ts'

const { nodes } = await loadCatalogue()
const drawn = nodes.filter(({ traits }) => !traits?.inert)

function visibleParams(description: NodeDescription) {
  const node = createNode(description, { id: `${description.name}_0`, position: { x: 0, y: 0 } })
  return formParams(node).filter((param) => isInputVisible(param, node.data.inputs))
}

const rowsOf = (description: NodeDescription) => cardInputs(visibleParams(description))

test('the card of every node that has something to set shows it, three at most', () => {
  const counts = drawn.map((node) => ({
    name: node.name,
    params: visibleParams(node).length,
    rows: rowsOf(node).length,
  }))
  expect(counts.length).toBeGreaterThan(180)
  expect(counts.filter(({ params, rows }) => rows > MOST_CARD_INPUTS || (rows === 0) !== (params === 0))).toEqual([])
})

test('what a declaration says matters has a place of its own', () => {
  const declared = nodes.map(({ name, inputs }) => ({
    name,
    places: inputs.flatMap(({ matters }) => (matters === undefined ? [] : [matters])),
  }))
  expect(declared.some(({ places }) => places.length > 0)).toBe(true)
  expect(declared.filter(({ places }) => new Set(places).size !== places.length)).toEqual([])
})

test('a seldom needed setting takes no row from one that is often needed, except the instructions of a model', () => {
  const wrong = drawn.flatMap((description) => {
    const rows = new Set(rowsOf(description).map(({ name }) => name))
    const usual = visibleParams(description).filter(
      ({ additionalParams, type }) => additionalParams !== true && type !== 'boolean',
    )
    const left = usual.filter(({ name }) => !rows.has(name))
    const seldom = description.inputs.filter(
      ({ name, additionalParams, matters, rows: lines }) =>
        rows.has(name) && additionalParams === true && matters === undefined && lines === undefined,
    )
    return left.length > 0 && seldom.length > 0 ? [description.name] : []
  })
  expect(wrong).toEqual([])
})

test.each([
  ['chatOpenAI', ['modelName', 'credential', 'temperature']],
  ['chatOllama', ['modelName', 'baseUrl', 'temperature']],
  ['conversationChain', ['systemMessagePrompt']],
  ['toolAgent', ['systemMessage']],
  ['conversationalRetrievalQAChain', ['responsePrompt', 'rephrasePrompt', 'systemMessagePrompt']],
  ['textFile', ['txtFile']],
  ['promptTemplate', ['template', 'promptValues']],
  ['recursiveCharacterTextSplitter', ['chunkSize', 'chunkOverlap']],
  ['pinecone', ['pineconeIndex', 'credential']],
  ['requestsGet', ['requestsGetUrl', 'credential']],
  ['customTool', ['selectedTool']],
  ['agentAgentflow', ['agentModel', 'agentMessages', 'agentTools']],
  ['llmAgentflow', ['llmModel', 'llmMessages', 'llmUserMessage']],
  ['httpAgentflow', ['url', 'method', 'headers']],
  ['directReplyAgentflow', ['directReplyMessage']],
  ['loopAgentflow', ['loopBackToNode', 'maxLoopCount', 'fallbackMessage']],
  ['executeFlowAgentflow', ['executeFlowSelectedFlow', 'executeFlowInput', 'executeFlowReturnResponseAs']],
])('the card of %s tells of %j', (name, rows) => {
  const description = nodes.find((node) => node.name === name)!
  expect(rowsOf(description).map((input) => input.name)).toEqual(rows)
})
