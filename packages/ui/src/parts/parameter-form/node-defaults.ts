import { createNode } from '@chatwright/core'
import type { InputParam, NodeDescription } from '@chatwright/core'

/** The fields of a node's form, as on the canvas: without what would be connected there. */
export function formInputs(description: NodeDescription): readonly InputParam[] {
  return nodeOf(description).inputParams
}

/** What a node has before anybody fills in its form. */
export function defaultsOf(description: NodeDescription): Record<string, unknown> {
  const { inputs, inputParams } = nodeOf(description)
  const names = new Set(inputParams.map(({ name }) => name))
  return Object.fromEntries(Object.entries(inputs).filter(([name]) => names.has(name)))
}

function nodeOf(description: NodeDescription) {
  return createNode(description, { id: description.name, position: { x: 0, y: 0 } }).data
}
