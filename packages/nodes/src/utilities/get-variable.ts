import { defineNode, NodeError, string } from '@chatwright/core'
import { dataClasses } from './run-function.ts'
import { getRunVariable } from './run-variables.ts'

export default defineNode({
  name: 'getVariable',
  label: 'Get Variable',
  version: 2,
  category: 'Utilities',
  description: 'Reads a value that a Set Variable node stored.',
  icon: 'get-variable.svg',
  baseClasses: ['GetVariable', 'Utilities'],
  inputs: { variableName: string({ destination: false, label: 'Variable Name', placeholder: 'summary' }) },
  outputs: { output: { label: 'Output', baseClasses: dataClasses } },
  traits: { usesRequest: true },
  example: { variableName: 'summary' },
  build({ inputs, request }) {
    if (!request) throw new NodeError("The variable needs a question, but this run doesn't have one.")
    return getRunVariable(request.run, inputs.variableName)
  },
})
