import { branch, defineNode, NodeError } from '@chatwright/core'
import { dataClasses, functionCode, functionInputs, runFunction } from './run-function.ts'

export default defineNode({
  name: 'ifElseFunction',
  label: 'IfElse Function',
  version: 2,
  category: 'Utilities',
  description: 'Chooses between two branches of the flow with JavaScript of your own.',
  icon: 'if-else.svg',
  keywords: ['if', 'condition', 'branch', 'router', 'switch'],
  baseClasses: ['IfElseFunction', 'Utilities'],
  inputs: {
    ...functionInputs,
    functionName: { ...functionInputs.functionName, label: 'IfElse Name' },
    ifFunction: functionCode({
      label: 'If Function',
      description: 'When this returns something true, the True branch runs with it.',
      default: 'return $input.includes("help")',
    }),
    elseFunction: functionCode({
      label: 'Else Function',
      description: 'Otherwise the False branch runs with what this returns.',
      default: 'return false;',
    }),
  },
  outputs: {
    returnTrue: { label: 'True', baseClasses: dataClasses },
    returnFalse: { label: 'False', baseClasses: dataClasses },
  },
  traits: { branches: true, usesRequest: true },
  async build({ inputs, request, context }) {
    if (!request) throw new NodeError('A branch is chosen while a question is answered, and there is none.')
    const call = { context, variables: inputs.functionInputVariables, run: request.run }
    const chosen = await runFunction({ ...call, code: inputs.ifFunction })
    if (chosen) return branch('returnTrue', chosen)
    return branch('returnFalse', await runFunction({ ...call, code: inputs.elseFunction }))
  },
})
