import type { NodeDescription } from '../node/definition.ts'
import type { FlowNode, InputDescription, NodeData, OutputAnchor, Position } from './document.ts'
import { createStep, isStepDescription } from './steps/create-step.ts'
import { inputHandleId, isParam, outputHandleId } from './handles.ts'

/** A fresh node as it stands on the canvas, every input at its default. */
export function createNode(description: NodeDescription, at: { id: string; position: Position }): FlowNode {
  if (isStepDescription(description)) return createStep(description, at)
  return {
    id: at.id,
    type: description.traits?.inert ? 'stickyNote' : 'customNode',
    position: at.position,
    positionAbsolute: at.position,
    selected: false,
    data: createNodeData(description, at.id),
  }
}

function createNodeData(description: NodeDescription, id: string): NodeData {
  const withId = (input: InputDescription) => ({ ...input, id: inputHandleId(id, input.name, input.type) })
  const params = description.inputs.filter((input) => isParam(input))
  const anchors = description.inputs.filter((input) => !isParam(input))
  return {
    id,
    label: description.label,
    version: description.version,
    name: description.name,
    type: description.type,
    baseClasses: description.baseClasses,
    category: description.category,
    description: description.description,
    inputParams: [...(description.credential ? [description.credential] : []), ...params].map(withId),
    inputAnchors: anchors.map(withId),
    inputs: Object.fromEntries(description.inputs.map((input) => [input.name, input.default ?? ''])),
    outputAnchors: description.traits?.mapped?.ends ? [] : [outputAnchor(description, id)],
    outputs: description.outputs?.[0] ? { output: description.outputs[0].name } : {},
    selected: false,
  }
}

function outputAnchor(description: NodeDescription, id: string): OutputAnchor {
  const [first] = description.outputs ?? []
  if (!description.outputs || !first) {
    return {
      id: outputHandleId(id, description.name, description.baseClasses),
      name: description.name,
      label: description.type,
      type: description.baseClasses.join(' | '),
    }
  }
  return {
    name: 'output',
    label: 'Output',
    type: 'options',
    options: description.outputs.map((output) => ({
      id: outputHandleId(id, output.name, output.baseClasses),
      name: output.name,
      label: output.label,
      type: output.baseClasses.join(' | '),
      ...(output.description && { description: output.description }),
      ...(description.traits?.branches && { isAnchor: true }),
    })),
    default: first.name,
  }
}
