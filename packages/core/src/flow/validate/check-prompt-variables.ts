import type { NodeDescription } from '../../node/definition.ts'
import type { FlowNode } from '../document.ts'
import { templateVariables } from '../template-variables.ts'
import type { Problem } from './problem.ts'

/** Names that the nodes using a prompt fill themselves. */
const FILLED_BY_USERS: ReadonlySet<string> = new Set([
  'agent_scratchpad',
  'chat_history',
  'context',
  'existing_answer',
  'format_instructions',
  'history',
  'summaries',
  'text',
  'tool_names',
  'tools',
])

/** A prompt may leave one variable open, which the question fills; with more, nobody knows which. */
export function checkPromptVariables({ id, data }: FlowNode, description: NodeDescription): Problem[] {
  const values = description.inputs.find((input) => input.name === 'promptValues')
  if (!values) return []
  const filled = filledNames(data.inputs['promptValues'])
  const texts = description.inputs
    .filter((input) => input.type === 'string' && !input.acceptVariable)
    .map((input) => data.inputs[input.name])
    .filter((value) => typeof value === 'string')
  const open = new Set(texts.flatMap((text) => templateVariables(text).prompt))
  const missing = [...open].filter((name) => !filled.has(name) && !FILLED_BY_USERS.has(name))
  if (missing.length < 2) return []
  return [
    {
      code: 'unfilled-variables',
      severity: 'warning',
      nodeId: id,
      field: 'promptValues',
      message: `Nothing fills ${missing.map((name) => `{${name}}`).join(', ')} in ${data.label}; the question fills one variable only.`,
      fix: `Give values for all but one of them under "${values.label}".`,
      action: { type: 'edit-input', nodeId: id, field: 'promptValues' },
    },
  ]
}

function filledNames(value: unknown): Set<string> {
  const values = typeof value === 'string' ? parse(value) : value
  if (typeof values !== 'object' || values === null) return new Set()
  return new Set(Object.entries(values).flatMap(([name, given]) => (given === '' ? [] : [name])))
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Not JSON: reported as a bad input, and nothing in it fills anything.
    return undefined
  }
}
