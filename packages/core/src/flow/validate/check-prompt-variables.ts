import type { CatalogueIndex } from '../catalogue-index.ts'
import type { Flow, FlowNode } from '../document.ts'
import { flowGraph } from '../graph.ts'
import { inputNameOf } from '../resolve-edge.ts'
import { templateVariables } from '../template-variables.ts'
import type { Problem } from './problem.ts'
import { parseJson } from '../../parse-json.ts'

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
export function checkPromptVariables(
  flow: Flow,
  { id, data }: FlowNode,
  index: Pick<CatalogueIndex, 'describe'>,
): Problem[] {
  const inputs = index.describe(data.name)?.inputs ?? []
  const values = inputs.find((input) => input.name === 'promptValues')
  if (!values || isFilledByUser(flow, id, index)) return []
  const filled = filledNames(data.inputs['promptValues'])
  const texts = inputs
    .filter((input) => input.type === 'string' && !input.acceptVariable)
    .map((input) => data.inputs[input.name])
    .filter((value) => typeof value === 'string')
  const read = texts.map((text) => templateVariables(text, filled))
  const unread = [...new Set(read.flatMap((each) => each.unread))]
  const left: Problem[] = unread.map((name) => ({
    code: 'unfilled-variables',
    severity: 'warning',
    nodeId: id,
    field: 'promptValues',
    message: `{${name}} in ${data.label} is sent as plain text, because no value has this name.`,
    fix: `Add a value named "${name}" under "${values.label}", or use a name without spaces.`,
    phrase: { id: 'bracesUnread', values: { variable: `{${name}}`, name, node: data.label, input: values.label } },
    action: { type: 'edit-input', nodeId: id, field: 'promptValues' },
  }))
  const open = new Set(read.flatMap((each) => each.prompt))
  const missing = [...open].filter((name) => !filled.has(name) && !FILLED_BY_USERS.has(name))
  if (missing.length < 2) return left
  const variables = missing.map((name) => `{${name}}`).join(', ')
  return [
    ...left,
    {
      code: 'unfilled-variables',
      severity: 'warning',
      nodeId: id,
      field: 'promptValues',
      message: `${variables} in ${data.label} have no values. The question fills only one variable.`,
      fix: `Under "${values.label}", set all of them but one.`,
      phrase: { id: 'variablesUnfilled', values: { variables, node: data.label, input: values.label } },
      action: { type: 'edit-input', nodeId: id, field: 'promptValues' },
    },
  ]
}

/** An example of a few-shot prompt gets its values from the examples. */
function isFilledByUser(flow: Flow, id: string, index: Pick<CatalogueIndex, 'describe'>): boolean {
  const { nodes, outgoing } = flowGraph(flow)
  return (outgoing.get(id) ?? []).some((edge) => {
    const user = nodes.get(edge.target)
    const inputs = user ? index.describe(user.data.name)?.inputs : undefined
    return inputs?.some((input) => input.name === inputNameOf(edge) && input.fillsVariables) ?? false
  })
}

function filledNames(value: unknown): Set<string> {
  const values = typeof value === 'string' ? parse(value) : value
  if (typeof values !== 'object' || values === null) return new Set()
  return new Set(Object.entries(values).flatMap(([name, given]) => (given === '' ? [] : [name])))
}

function parse(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    // Not JSON: reported as a bad input, and nothing in it fills anything.
    return undefined
  }
}
