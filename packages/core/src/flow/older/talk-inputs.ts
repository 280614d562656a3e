import type { FlowNode } from '../document.ts'
import { readRows } from '../steps/read-rows.ts'
import { Refused, textOf } from './older-flow.ts'
import { fillPrompt, promptValues, type StepOf } from './prompt-text.ts'

interface Talk {
  stepOf: StepOf
  /** In whose name later steps find the answer. */
  returnAs: 'userMessage' | 'assistantMessage'
}

/** The last message, whoever said it. */
export const LAST_MESSAGE = '{{$flow.messages[-1].content}}'

/** What an older agent tells its model, as the inputs of an LLM (`llm`) or an Agent (`agent`). */
export function talkInputs(prefix: 'llm' | 'agent', node: FlowNode, { stepOf, returnAs }: Talk) {
  refuseMessageCode(node)
  const values = promptValues(node, 'promptValues', stepOf)
  const system = fillPrompt(textOf(node, 'systemMessagePrompt'), values).trim()
  const human = fillPrompt(textOf(node, 'humanMessagePrompt'), values).trim()
  const selection = textOf(node, 'conversationHistorySelection') || 'all_messages'
  const hasMemory = selection === 'all_messages'
  const shown = selection === 'user_question' ? '{{question}}' : selection === 'last_message' ? LAST_MESSAGE : ''
  return {
    [`${prefix}Messages`]: [
      ...message('system', system),
      ...message('user', shown),
      ...message('user', hasMemory ? '' : human),
    ],
    [`${prefix}EnableMemory`]: hasMemory,
    [`${prefix}UserMessage`]: hasMemory ? human : '',
    [`${prefix}ReturnResponseAs`]: returnAs,
  }
}

function message(role: string, content: string): { role: string; content: string }[] {
  return content === '' ? [] : [{ role, content }]
}

function refuseMessageCode(node: FlowNode): void {
  if (textOf(node, 'messageHistory').trim() === '') return
  throw new Refused(
    node,
    `"${node.data.label}" adds messages with code, which agent flows can't run.`,
    'Clear "Prepend Messages History", and add the messages to the prompt.',
  )
}

const TYPES: Readonly<Record<string, string>> = {
  String: 'string',
  'String Array': 'stringArray',
  Number: 'number',
  Boolean: 'boolean',
  Enum: 'enum',
}

/** The values a model must answer with. */
export function structuredRows(node: FlowNode, input: string) {
  const rows = readRows(node.data.inputs[input]) ?? []
  return rows.flatMap(({ key, type, enumValues = '', description = '' }) =>
    typeof key === 'string' && key !== ''
      ? [{ key, type: TYPES[String(type)] ?? 'string', enumValues, jsonSchema: '', description }]
      : [],
  )
}
