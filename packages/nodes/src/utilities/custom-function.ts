import { defineNode, NodeError, type Chat } from '@chatwright/core'
import { dataClasses, functionCode, functionInputs, runFunction } from './run-function.ts'

export default defineNode({
  name: 'customFunction',
  label: 'Custom JS Function',
  version: 3,
  category: 'Utilities',
  description: 'Runs your JavaScript in a sandbox without access to the server.',
  icon: 'function.svg',
  keywords: ['code', 'javascript', 'js', 'script'],
  baseClasses: ['CustomFunction', 'Utilities'],
  inputs: {
    ...functionInputs,
    javascriptFunction: functionCode({
      label: 'Javascript Function',
      description: 'The body of an async function. Its return value is the result.',
    }),
  },
  outputs: {
    output: { label: 'Output', description: 'Passes the result to another node.', baseClasses: dataClasses },
    EndingNode: {
      label: 'Ending Node',
      description: 'Ends the flow with the result as the answer.',
      baseClasses: ['CustomFunction'],
    },
  },
  traits: { answers: ['EndingNode'], usesRequest: ['output'] },
  example: { javascriptFunction: 'return $input.toUpperCase()' },
  build({ inputs, output, request, context }) {
    const call = { context, code: inputs.javascriptFunction, variables: inputs.functionInputVariables }
    if (output === 'EndingNode') return answeringFunction((run) => runFunction({ ...call, run }))
    if (!request) throw new NodeError("The function needs a question, but this run doesn't have one.")
    return runFunction({ ...call, run: request.run })
  },
})

/** Text is an answer as it is; anything else is structured. */
function answeringFunction(work: (run: Parameters<Chat['answer']>[1]) => Promise<unknown>): Chat {
  return {
    kind: 'chat',
    async *answer(_, run) {
      const value = await work(run)
      if (typeof value === 'string') yield { type: 'token', text: value }
      else yield { type: 'json', value: value ?? null }
    },
  }
}
