import { defineNode, number, string, type OutputParser } from '@chatwright/core'
import { autofixParser } from './autofix.ts'
import { parseFailure } from './parse-failure.ts'
import { splitList } from './split-list.ts'

export default defineNode({
  name: 'customListOutputParser',
  label: 'Custom List Output Parser',
  version: 1,
  category: 'Output Parsers',
  description: 'Turns an answer into a list with the length and separator you choose.',
  icon: 'output-parser.svg',
  baseClasses: ['CustomListOutputParser', 'BaseLLMOutputParser', 'Runnable'],
  inputs: {
    length: number({
      destination: false,
      label: 'Length',
      step: 1,
      min: 1,
      default: 5,
      description: 'The number of values.',
    }),
    separator: string({
      destination: false,
      label: 'Separator',
      default: ',',
      description: 'The text between two values.',
    }),
    autofixParser,
  },
  build({ inputs }): OutputParser {
    const { length, separator } = inputs
    return {
      kind: 'output-parser',
      autofix: inputs.autofixParser ?? false,
      instructions: `Answer with a list of exactly ${length} values, separated by "${separator}", and nothing else.`,
      parse(text) {
        const values = splitList(text, separator)
        if (values.length === length) return values
        throw parseFailure(`The answer contains ${values.length} values instead of ${length}.`, text)
      },
    }
  },
})
