import {
  array,
  code,
  defineNode,
  NodeError,
  options,
  string,
  type FlowStep,
  type Message,
  type StepResult,
  type StepTurn,
} from '@chatwright/core'
import { messageText } from '../model-values/message-text.ts'
import { codeEffect } from '../utilities/code-effect.ts'
import { runFunction } from '../utilities/run-function.ts'
import { askedText } from './asked-text.ts'
import { listRuntimeStateKeys } from './load-lists.ts'
import { saidAnswer, saidQuestion } from './said-messages.ts'
import { stateUpdate } from './step-inputs.ts'

/** As long as the sandbox ever lets code run. */
const LONGEST_MS = 120_000

export default defineNode({
  name: 'customFunctionAgentflow',
  label: 'Custom Function',
  version: 1.1,
  category: 'Agent Flows',
  description: 'Runs your JavaScript in a sandbox without access to the server.',
  icon: 'step-function.svg',
  keywords: ['code', 'javascript', 'js', 'script'],
  color: '#E4B7FF',
  baseClasses: ['CustomFunction'],
  traits: { step: { updatesState: 'customFunctionUpdateState' }, acts: true },
  inputs: {
    customFunctionInputVariables: array(
      {
        variableName: string({ label: 'Variable Name', description: 'Available as $name in the code.' }),
        variableValue: string({ label: 'Variable Value', optional: true, acceptVariable: true }),
      },
      {
        destination: false,
        label: 'Input Variables',
        description: 'Values for the code. Each is available as $name.',
        optional: true,
        acceptVariable: true,
      },
    ),
    customFunctionJavascriptFunction: code({
      label: 'Javascript Function',
      description: "The body of an async function. Its return value is the step's output.",
      language: 'js',
      rows: 8,
    }),
    customFunctionReturnAs: options({
      destination: false,
      label: 'Use the result as',
      options: [
        { label: 'Result of the step', name: 'result' },
        { label: 'Flow state', name: 'state', description: 'An object. Each key is written to the state.' },
        {
          label: 'User message',
          name: 'userMessage',
          description: 'Text that later steps see in the conversation.',
        },
        { label: 'Assistant message', name: 'assistantMessage' },
      ],
      default: 'result',
      optional: true,
      additional: true,
    }),
    customFunctionUpdateState: stateUpdate(),
  },
  example: { customFunctionJavascriptFunction: 'return $input.toUpperCase()' },
  build({ inputs, context, node }): FlowStep {
    const source = inputs.customFunctionJavascriptFunction
    const rows = (inputs.customFunctionInputVariables ?? []).filter(({ variableName }) => variableName?.trim())
    const variables = Object.fromEntries(rows.map((row) => [row.variableName.trim(), row.variableValue ?? '']))
    return {
      kind: 'step',
      effect: codeEffect(source),
      async run(turn, run): Promise<StepResult> {
        const value = await runFunction({
          context,
          code: source,
          variables,
          run: { ...run, question: askedText(turn, run) },
          facts: {
            state: turn.state,
            chatHistory: turn.said.map(asText),
            ...(source.includes('$flow.messages') && { messages: await messagesSoFar(turn, askedText(turn, run)) }),
          },
          timeoutMs: LONGEST_MS,
        })
        const content = typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '')
        turn.say({ type: 'token', text: content })
        const result = { input: { inputVariables: variables, code: source }, output: { content } }
        const returnAs = inputs.customFunctionReturnAs
        if (returnAs === 'state') return { ...result, state: asState(value) }
        if (returnAs === 'result') return result
        return { ...result, said: [...saidQuestion(turn, run), saidAnswer(content, { label: node.label, returnAs })] }
      },
    }
  },
  load: { listRuntimeStateKeys },
})

function asText({ role, content }: Pick<Message, 'role' | 'content'>): { role: string; content: string } {
  return { role, content: messageText(content) }
}

/** What was said in this chat and in this run; before anybody has spoken, the question. */
async function messagesSoFar(turn: StepTurn, question: string) {
  const past = (await turn.past()).map(asText)
  return [...past, ...(turn.said.length > 0 ? turn.said.map(asText) : [{ role: 'user', content: question }])]
}

function asState(value: unknown): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  throw new NodeError('The code returned no object, so nothing was written to the state.', {
    code: 'bad-input',
    field: 'customFunctionJavascriptFunction',
    hint: 'Return an object with the state\'s keys, such as { topic: "billing" }.',
  })
}
