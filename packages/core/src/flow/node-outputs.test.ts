import { expect, test } from 'vitest'
import { node } from './catalogue.fixture.ts'
import { chooseOutput } from './commands/choose-output.ts'
import { chosenOutputName, openOutputs } from './node-outputs.ts'

const choosing = (name: string) => {
  const [chosen] = chooseOutput('llmChain_0', name)({ nodes: [node('llmChain_0')], edges: [] }).nodes
  if (!chosen) throw new Error('The flow lost its node')
  return chosen
}

test('a node hands on its only output, the one that was chosen, or the first', () => {
  expect(chosenOutputName(node('chatOpenAI_0'))).toBe('chatOpenAI')
  expect(chosenOutputName(node('llmChain_0'))).toBe('llmChain')
  expect(chosenOutputName(choosing('outputPrediction'))).toBe('outputPrediction')
})

test('edges can leave from what is handed on, and from every branch of a fork', () => {
  const names = (...args: Parameters<typeof openOutputs>) => openOutputs(...args).map(({ name }) => name)
  expect(names(node('chatOpenAI_0'))).toEqual(['chatOpenAI'])
  expect(names(node('llmChain_0'))).toEqual(['llmChain'])
  expect(names(choosing('outputPrediction'))).toEqual(['outputPrediction'])
  expect(names(node('ifElseFunction_0'))).toEqual(['returnTrue', 'returnFalse'])
})
