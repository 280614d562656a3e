import { defineNode, type OutputParser } from '@chatwright/core'
import { autofixParser } from './autofix.ts'
import { parseFailure } from './parse-failure.ts'
import { splitList } from './split-list.ts'

export default defineNode({
  name: 'csvOutputParser',
  label: 'CSV Output Parser',
  version: 1,
  category: 'Output Parsers',
  description: 'Turns a comma-separated answer into a list.',
  icon: 'output-parser.svg',
  baseClasses: ['CSVListOutputParser', 'BaseLLMOutputParser', 'Runnable'],
  inputs: { autofixParser },
  build({ inputs }): OutputParser {
    return {
      kind: 'output-parser',
      autofix: inputs.autofixParser ?? false,
      instructions: 'Answer with a list of values separated by commas and nothing else, for example: red, green, blue',
      parse(text) {
        const values = splitList(text, ',')
        if (values.length === 0) throw parseFailure('The answer contains no values.', text)
        return values
      },
    }
  },
})
