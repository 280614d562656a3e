import type { NodeDescription } from '../../node/definition.ts'
import { STEP_CATEGORY } from '../agentflow.ts'
import type { FlowNode, InputDescription, InputParam, NodeData, Position } from '../document.ts'
import { inputHandleId } from '../handles.ts'
import { isInputVisible } from '../input-visibility.ts'
import { defaultValues, inputForms } from './input-forms.ts'
import { stepOutputs } from './step-outputs.ts'

/** The least room that a container takes, and what it has in the beginning. */
export const CONTAINER = { width: 300, height: 250 } as const

/** Whether a node of the catalogue belongs into flows of agents: a step, or a note beside steps. */
export function isStepDescription({ traits, category }: NodeDescription): boolean {
  return traits?.step !== undefined || category === STEP_CATEGORY
}

/** A fresh step as the older product draws it too: what it lacks here, it loses there. */
export function createStep(
  description: NodeDescription,
  { id, position }: { id: string; position: Position },
): FlowNode {
  const { traits } = description
  return {
    id,
    type: traits?.inert ? 'stickyNote' : traits?.step?.container ? 'iteration' : 'agentFlow',
    position,
    positionAbsolute: position,
    ...(traits?.step?.container && { ...CONTAINER, style: { ...CONTAINER } }),
    selected: false,
    data: createStepData(description, id),
  }
}

function createStepData(description: NodeDescription, id: string): NodeData {
  const { name, label, version, type, color, baseClasses, category, traits } = description
  const inputs = defaultValues(description.inputs)
  return {
    id,
    label: isNumbered(description) ? `${label} ${id.slice(id.lastIndexOf('_') + 1)}` : label,
    version,
    name,
    type,
    ...(color && { color }),
    ...(traits?.step?.starts && { hideInput: true }),
    ...(traits?.step?.ends && { hideOutput: true }),
    baseClasses,
    category,
    description: description.description,
    inputParams: stepParams(description, id, inputs),
    inputAnchors: [],
    inputs,
    outputAnchors: traits?.inert ? [] : stepOutputs(description, id, inputs),
    outputs: {},
    selected: false,
  }
}

/** There is one Start, and notes are not spoken of: neither needs a number. */
function isNumbered({ traits }: NodeDescription): boolean {
  return !traits?.inert && !traits?.step?.starts
}

/** The inputs as a document holds them: each form by itself, and whether it is shown. */
export function stepParams(
  description: NodeDescription,
  id: string,
  inputs: Readonly<Record<string, unknown>>,
): InputParam[] {
  const withId = (input: InputDescription): InputParam => ({
    ...input,
    id: inputHandleId(id, input.name, input.type),
    display: isInputVisible(input, inputs),
  })
  return [...(description.credential ? [description.credential] : []), ...inputForms(description.inputs)].map(withId)
}
