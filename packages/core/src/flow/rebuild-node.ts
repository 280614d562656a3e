import type { NodeDescription } from '../node/definition.ts'
import { createNode } from './create-node.ts'
import type { FlowNode } from './document.ts'
import { chosenOutputName, nodeOutputs } from './node-outputs.ts'
import { isStepDescription, stepParams } from './steps/create-step.ts'
import { stepOutputs } from './steps/step-outputs.ts'

/** A node in the shape its catalogue entry has today: values, label, place and credential stay. */
export function rebuildNode(node: FlowNode, description: NodeDescription): FlowNode {
  const fresh = createNode(description, { id: node.id, position: node.position })
  if (isStepDescription(description)) return rebuildStep(node, fresh, description)
  const chosen = chosenOutputName(node)
  const isStillOffered = nodeOutputs(fresh).some((output) => output.name === chosen)
  return {
    ...node,
    type: fresh.type,
    data: {
      ...node.data,
      ...fresh.data,
      label: node.data.label,
      inputs: { ...fresh.data.inputs, ...carryValues(node, description) },
      ...(description.outputs && isStillOffered && { outputs: { output: chosen } }),
    },
  }
}

/** A step keeps its colour, the run's marks and its size; its outputs follow from what its inputs hold. */
function rebuildStep(node: FlowNode, fresh: FlowNode, description: NodeDescription): FlowNode {
  const inputs = { ...fresh.data.inputs, ...carryValues(node, description) }
  return {
    ...node,
    type: fresh.type,
    data: {
      ...node.data,
      ...fresh.data,
      label: node.data.label,
      inputs,
      inputParams: stepParams(description, node.id, inputs),
      outputAnchors: description.traits?.inert ? [] : stepOutputs(description, node.id, inputs),
      ...(node.data.outputs && { outputs: node.data.outputs }),
    },
  }
}

/** What an input of the older shape is called in today's one. */
export function renamedInput(node: FlowNode, description: NodeDescription, name: string): string {
  const alias = description.aliases?.find((alias) => alias.name === node.data.name)
  return alias?.inputs && Object.hasOwn(alias.inputs, name) ? (alias.inputs[name] ?? name) : name
}

/** Old values under today's names. What the old shape declared and today's does not is dropped; other keys are kept. */
function carryValues(node: FlowNode, description: NodeDescription): Record<string, unknown> {
  const today = new Set(description.inputs.map((input) => input.name))
  const before = new Set([...node.data.inputParams, ...node.data.inputAnchors].map((input) => input.name))
  return Object.fromEntries(
    Object.entries(node.data.inputs)
      .map(([name, value]) => ({ name, newName: renamedInput(node, description, name), value }))
      .filter(({ name, newName }) => today.has(newName) || !before.has(name))
      .map(({ newName, value }) => [newName, value]),
  )
}
