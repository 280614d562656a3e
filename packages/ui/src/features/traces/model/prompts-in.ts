import type { ExecutionFlow } from '@chatwright/contract'
import {
  createCatalogueIndex,
  formParams,
  isPromptInput,
  readFlow,
  readInstructions,
  writeInstructions,
} from '@chatwright/core'
import type { FlowNode, NodeDescription } from '@chatwright/core'

import type { FilledTemplate } from './template-values.ts'

/** A prompt of a flow, with other words in its place. */
export type Prompt = Pick<FilledTemplate, 'nodeId' | 'node' | 'name' | 'input' | 'text' | 'write'>

/** The texts of a flow that tell models what to do, in the order of its nodes; those that somebody wrote. */
export function promptsIn({ flowData, nodes }: Pick<ExecutionFlow, 'flowData' | 'nodes'>): Prompt[] {
  try {
    // The contract leaves declarations open; these are those of the catalogue.
    const { describe } = createCatalogueIndex(nodes as unknown as NodeDescription[])
    return readFlow(flowData, describe).flow.nodes.flatMap(promptsOf)
  } catch {
    // One that cannot be read is told of where it is drawn.
    return []
  }
}

function promptsOf(node: FlowNode): Prompt[] {
  const { label, inputs } = node.data
  return formParams(node).flatMap((param): Prompt[] => {
    const { name, label: input } = param
    const value = inputs[name]
    const about = { nodeId: node.id, node: label, name, input }
    if (param.instructions) {
      const text = readInstructions(param, value)
      return text === '' ? [] : [{ ...about, text, write: (next) => writeInstructions(param, value, next) }]
    }
    if (!isPromptInput(param) || typeof value !== 'string' || value.trim() === '') return []
    return [{ ...about, text: value, write: (next) => next }]
  })
}
