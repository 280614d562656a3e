import type { StepReference } from '@chatwright/core'
import type { NodeInput, StepNode, ValueTree } from './step-flow.ts'

/** Every reference that the texts of some steps hold. */
export function referencesOf(nodes: Iterable<StepNode>): StepReference[] {
  const found: StepReference[] = []
  for (const { inputs, stateRows } of nodes) {
    for (const input of inputs) collectInput(input, found)
    for (const { value } of stateRows) collect(value, found)
  }
  return found
}

function collectInput(input: NodeInput, found: StepReference[]): void {
  if (input.type === 'value') collect(input.tree, found)
  else if (input.type === 'component') for (const { tree } of input.chosen?.filled ?? []) collect(tree, found)
  else for (const row of input.rows) for (const field of row) collectInput(field, found)
}

function collect(tree: ValueTree, found: StepReference[]): void {
  if (tree.type === 'list') for (const item of tree.items) collect(item, found)
  else if (tree.type === 'object') for (const [, item] of tree.entries) collect(item, found)
  else if (tree.type === 'text') for (const part of tree.template) if (typeof part === 'object') found.push(part)
}
