import { describeNode, type InputOption, type LoadArguments, type LoadMethod } from '@chatwright/core'
import { expect, test } from 'vitest'
import { testContext } from '../../test/test-context.ts'
import calculator from '../tools/calculator.ts'
import customMcp from '../tools/custom-mcp.ts'
import retrieverTool from '../tools/retriever-tool.ts'
import chatOpenAI from '../chat-models/chat-openai.ts'
import {
  listFlows,
  listModels,
  listPreviousNodes,
  listRuntimeStateKeys,
  listTimezones,
  listTools,
} from './load-lists.ts'

const catalogue = [calculator, customMcp, retrieverTool, chatOpenAI].map(describeNode)

async function load(method: LoadMethod, more: Partial<LoadArguments> = {}): Promise<InputOption[]> {
  const { signal } = new AbortController()
  return method({ inputs: {}, credential: {}, context: testContext(), signal, ...more })
}

const names = async (...args: Parameters<typeof load>) => (await load(...args)).map(({ name }) => name)

test('models and tools are chosen from the catalogue, without tools that need something connected', async () => {
  expect(await names(listModels, { catalogue })).toEqual(['chatOpenAI'])
  expect(await names(listTools, { catalogue })).toEqual(['calculator', 'customMCP'])
  expect(await names(listTools)).toEqual([])
})

const start = {
  id: 'startAgentflow_0',
  name: 'startAgentflow',
  label: 'Start',
  inputs: { startState: [{ key: 'topic', value: '' }, { key: '' }, 'stray'] },
}
const draft = { id: 'llmAgentflow_0', name: 'llmAgentflow', label: 'Draft', inputs: { startState: [{ key: 'no' }] } }

test('the keys of the state are those that Start declares', async () => {
  expect(await names(listRuntimeStateKeys, { previousNodes: [draft, start] })).toEqual(['topic'])
  const unset = { ...start, inputs: { startState: '' } }
  expect(await names(listRuntimeStateKeys, { previousNodes: [unset] })).toEqual([])
})

test('a loop goes back to any step but Start, under the value that older flows hold', async () => {
  expect(await load(listPreviousNodes, { previousNodes: [start, draft] })).toEqual([
    { label: 'Draft', name: 'llmAgentflow_0-Draft', description: 'llmAgentflow_0' },
  ])
})

test('every flow can be asked but the one that asks', async () => {
  const flows = {
    list: async () => [
      { id: 'flow-1', name: 'This' },
      { id: 'flow-2', name: 'Other' },
    ],
    ask: () => Promise.reject(new Error('Nobody is asked here')),
  }
  expect(await load(listFlows, { context: testContext({ flows }) })).toEqual([{ label: 'Other', name: 'flow-2' }])
})

test('time zones begin with UTC', async () => {
  expect((await names(listTimezones)).slice(0, 1)).toEqual(['UTC'])
  expect(await names(listTimezones)).toContain('Europe/Paris')
})
