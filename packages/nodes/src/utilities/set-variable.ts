import { anchor, defineNode, NodeError, string } from '@chatwright/core'
import { dataClasses } from './run-function.ts'
import { setRunVariable } from './run-variables.ts'

export default defineNode({
  name: 'setVariable',
  label: 'Set Variable',
  version: 2.1,
  category: 'Utilities',
  description: 'Stores a value under a name for other nodes in the same run, and passes it on.',
  icon: 'set-variable.svg',
  baseClasses: ['SetVariable', 'Utilities'],
  inputs: {
    input: anchor('string | number | boolean | json | array', { label: 'Input', list: true, optional: true }),
    variableName: string({ destination: false, label: 'Variable Name', placeholder: 'summary' }),
  },
  outputs: { output: { label: 'Output', baseClasses: dataClasses } },
  traits: { usesRequest: true },
  example: { variableName: 'summary' },
  build({ inputs, request }) {
    if (!request) throw new NodeError("The variable needs a question, but this run doesn't have one.")
    const values = inputs.input as readonly unknown[]
    const value = values.length === 1 ? values[0] : values
    setRunVariable(request.run, inputs.variableName, value)
    return value
  },
})
