import { branch, defineNode, NodeError } from '@chatwright/core'
import { dataClasses, functionCode, functionInputs, runFunction } from './run-function.ts'

export default defineNode({
  name: 'ifElseFunction',
  label: 'IfElse Function',
  version: 2,
  category: 'Utilities',
  description: 'Picks one of two branches with your JavaScript.',
  icon: 'if-else.svg',
  keywords: ['if', 'condition', 'branch', 'router', 'switch'],
  baseClasses: ['IfElseFunction', 'Utilities'],
  inputs: {
    ...functionInputs,
    functionName: { ...functionInputs.functionName, label: 'IfElse Name' },
    ifFunction: functionCode({
      label: 'If Function',
      description: 'If this returns a truthy value, the True branch receives it.',
      default: 'return $input.includes("help")',
    }),
    elseFunction: functionCode({
      label: 'Else Function',
      description: "Otherwise, the False branch receives this function's return value.",
      default: 'return false;',
    }),
  },
  outputs: {
    returnTrue: { label: 'True', baseClasses: dataClasses },
    returnFalse: { label: 'False', baseClasses: dataClasses },
  },
  traits: { branches: true, usesRequest: true },
  async build({ inputs, request, context }) {
    if (!request) throw new NodeError("The branch needs a question, but this run doesn't have one.")
    const call = { context, variables: inputs.functionInputVariables, run: request.run }
    const chosen = await runFunction({ ...call, code: inputs.ifFunction })
    if (chosen) return branch('returnTrue', chosen)
    return branch('returnFalse', await runFunction({ ...call, code: inputs.elseFunction }))
  },
})
