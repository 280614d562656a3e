import { array, code, defineNode, string, type FlowStep, type StepEffect } from '@chatwright/core'
import { messageText } from '../model-values/message-text.ts'
import { runFunction } from '../utilities/run-function.ts'
import { askedText } from './asked-text.ts'
import { listRuntimeStateKeys } from './load-lists.ts'
import { stateUpdate } from './step-inputs.ts'

/** As long as the sandbox ever lets code run. */
const LONGEST_MS = 120_000

export default defineNode({
  name: 'customFunctionAgentflow',
  label: 'Custom Function',
  version: 1.1,
  category: 'Agent Flows',
  description: 'Runs JavaScript of your own, in a sandbox without access to the server.',
  icon: 'step-function.svg',
  color: '#E4B7FF',
  baseClasses: ['CustomFunction'],
  traits: { step: { updatesState: 'customFunctionUpdateState' } },
  inputs: {
    customFunctionInputVariables: array(
      {
        variableName: string({ label: 'Variable Name', description: 'Found as $name in the code.' }),
        variableValue: string({ label: 'Variable Value', optional: true, acceptVariable: true }),
      },
      {
        destination: false,
        label: 'Input Variables',
        description: 'Values for the code, each as $name.',
        optional: true,
        acceptVariable: true,
      },
    ),
    customFunctionJavascriptFunction: code({
      label: 'Javascript Function',
      description: 'The body of an async function. What it returns is what the step came to.',
      language: 'js',
      rows: 8,
    }),
    customFunctionUpdateState: stateUpdate(),
  },
  example: { customFunctionJavascriptFunction: 'return $input.toUpperCase()' },
  build({ inputs, context }): FlowStep {
    const source = inputs.customFunctionJavascriptFunction
    const rows = (inputs.customFunctionInputVariables ?? []).filter(({ variableName }) => variableName?.trim())
    const variables = Object.fromEntries(rows.map((row) => [row.variableName.trim(), row.variableValue ?? '']))
    return {
      kind: 'step',
      effect: effectOf(source),
      async run(turn, run) {
        const value = await runFunction({
          context,
          code: source,
          variables,
          run: { ...run, question: askedText(turn, run) },
          facts: {
            state: turn.state,
            chatHistory: turn.said.map(({ role, content }) => ({ role, content: messageText(content) })),
          },
          timeoutMs: LONGEST_MS,
        })
        const content = typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '')
        turn.say({ type: 'token', text: content })
        return { input: { inputVariables: variables, code: source }, output: { content } }
      },
    }
  },
  load: { listRuntimeStateKeys },
})

/** Code that does not even speak of what reaches out can be run again; of any other nobody knows what it did. */
function effectOf(source: string): StepEffect {
  return /fetch|axios|require|import|globalThis|\bthis\b|eval|Function|constructor|\\[ux]/.test(source)
    ? 'writes'
    : 'pure'
}
