import { NodeError } from '../../errors.ts'
import type { NodeDescription } from '../../node/definition.ts'
import { parseInput } from '../../node/parse-input.ts'
import type { Flow, FlowNode, InputDescription } from '../document.ts'
import { flowGraph } from '../graph.ts'
import { isParam, splitTypes } from '../handles.ts'
import { isInputVisible } from '../input-visibility.ts'
import { renamedInput } from '../rebuild-node.ts'
import { referencesIn } from '../references.ts'
import { inputNameOf } from '../resolve-edge.ts'
import { wordsForTaken } from '../type-words.ts'
import type { Problem } from './problem.ts'

/** Inputs that are required and empty, or hold what cannot be read. */
export function checkInputs(flow: Flow, node: FlowNode, description: NodeDescription): Problem[] {
  const edges = flowGraph(flow).incoming.get(node.id) ?? []
  const connected = new Set(edges.map((edge) => renamedInput(node, description, inputNameOf(edge))))
  const values = Object.fromEntries(
    Object.entries(node.data.inputs).map(([name, value]) => [renamedInput(node, description, name), value]),
  )
  return description.inputs.flatMap((input) => {
    if (!isInputVisible(input, values) || connected.has(input.name)) return []
    const value = values[input.name]
    if (isEmpty(value)) return isRequired(input) ? [missingInput(node, input)] : []
    return checkValue(node, input, value)
  })
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

function isRequired(input: InputDescription): boolean {
  return !input.optional && input.type !== 'boolean' && isEmpty(input.default)
}

function missingInput({ id, data }: FlowNode, input: InputDescription): Problem {
  const isTyped = isParam(input)
  return {
    code: 'missing-input',
    severity: 'error',
    nodeId: id,
    field: input.name,
    message: `${data.label} needs "${input.label}".`,
    fix: isTyped ? `Fill in "${input.label}".` : `Connect ${wordsForTaken(splitTypes(input.type))}.`,
    phrase: {
      id: isTyped ? 'inputMissing' : 'anchorMissing',
      values: { node: data.label, input: input.label, ...(!isTyped && { takes: input.type }) },
    },
    ...(isTyped && { action: { type: 'edit-input', nodeId: id, field: input.name } }),
  }
}

function checkValue({ id, data }: FlowNode, input: InputDescription, value: unknown): Problem[] {
  // A value that speaks of other nodes is whole only once the flow runs.
  if (!isParam(input) || referencesIn(value).length > 0) return []
  try {
    parseInput(input, value)
    return []
  } catch (error) {
    if (!(error instanceof NodeError)) throw error
    return [
      {
        code: 'bad-input',
        severity: 'error',
        nodeId: id,
        field: input.name,
        message: `${data.label}: ${error.message}`,
        fix: error.hint ?? `Correct "${input.label}".`,
        action: { type: 'edit-input', nodeId: id, field: input.name },
      },
    ]
  }
}
