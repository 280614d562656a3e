import type { FlowNode } from '@chatwright/core'
import { expect, test } from 'vitest'

import { nodeSummary } from './node-summary.ts'

const node = (name: string, inputs: Record<string, string>) =>
  ({
    data: { name, category: 'Chat Models', inputs, inputParams: Object.keys(inputs).map((each) => ({ name: each })) },
  }) as unknown as FlowNode

test.each([
  ['chatOpenAI', { modelName: 'openai:gpt-4o' }, 'gpt-4o'],
  ['chatOllama', { modelName: 'llama3.2:latest' }, 'llama3.2:latest'],
  ['cheerioWebScraper', { url: 'https://example.com' }, 'https://example.com'],
  ['cheerioWebScraper', { url: '{{customFunction_0.data.instance}}' }, 'Address'],
  ['worker', { workerName: 'Researcher' }, 'Researcher'],
  ['calculator', {}, 'Chat Models'],
  ['customTool', { selectedTool: '23232798-73ec-4a1f-9b52-0d8c3a1c9f10' }, 'Chat Models'],
])('below %s stands what tells most: %j', (name, inputs, summary) => {
  expect(nodeSummary(node(name, inputs), { describe: () => undefined, labelOf: () => 'Address' })).toBe(summary)
})
