import { defineNode, NodeError, number, string, type FlowStep, type ItemResult } from '@chatwright/core'
import { readLooseJson } from './read-loose-json.ts'

export default defineNode({
  name: 'iterationAgentflow',
  label: 'Iteration',
  version: 1,
  category: 'Agent Flows',
  description: 'Runs the steps inside it once for each item of a list.',
  icon: 'step-iteration.svg',
  keywords: ['for each', 'map', 'list'],
  color: '#9C89B8',
  baseClasses: ['Iteration'],
  traits: { step: { container: true } },
  inputs: {
    iterationInput: string({
      destination: false,
      label: 'Array Input',
      description: 'A JSON list. Inside, {{$iteration}} is the current item.',
      placeholder: '["first", "second"]',
      rows: 4,
      acceptVariable: true,
      isJson: true,
    }),
    iterationAtOnce: number({
      destination: false,
      label: 'At Once',
      description: 'How many items run at the same time.',
      default: 1,
      min: 1,
      max: 50,
      step: 1,
      optional: true,
      additional: true,
    }),
  },
  example: { iterationInput: '["first", "second"]' },
  build({ inputs }): FlowStep {
    const items = readItems(inputs.iterationInput)
    const atOnce = inputs.iterationAtOnce
    return {
      kind: 'step',
      effect: 'pure',
      async run(turn) {
        const results = (await turn.repeat(items, { atOnce })).map(asText)
        return {
          input: { iterationInput: items },
          output: { iterationResults: results, content: results.join('\n') },
        }
      },
    }
  },
})

function readItems(given: unknown): unknown[] {
  const value = typeof given === 'string' ? parsed(given) : given
  if (Array.isArray(value)) return value as unknown[]
  const held = typeof given === 'string' ? given : JSON.stringify(given)
  throw new NodeError(`"Array Input" must be a list, but contains ${JSON.stringify(held.slice(0, 60))}.`, {
    code: 'bad-input',
    field: 'iterationInput',
    hint: 'Enter a list such as ["first", "second"], or use a step\'s output.',
  })
}

function parsed(text: string): unknown {
  try {
    return readLooseJson(text)
  } catch {
    return undefined
  }
}

/** What an item came to. One that failed says so, and the others stand. */
function asText({ content, error }: ItemResult, index: number): string {
  if (error !== undefined) return `Error in iteration ${index + 1}: ${error}`
  return typeof content === 'string' ? content : content === undefined ? '' : JSON.stringify(content)
}
