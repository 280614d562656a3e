import type { FlowNode, NodeDescription } from '@chatwright/core'
import { createNode, isStepDescription, nodeOutputs, openOutputs, outputChoice } from '@chatwright/core'
import { writeText } from '../print/write-value.ts'
import { oneOf } from './input-type.ts'

interface Given {
  /** The type of the node as it is added. */
  whole: string
  /** What it gives with each of the outputs that it can be told to hand on. */
  choices?: [string, string][]
  chosen?: string
}

/** What connections from a node find: the same that the canvas lets them leave from. */
export function givenBy(description: NodeDescription): Given {
  const node = asAdded(description)
  if (isStepDescription(description)) {
    const outputs = node.type === 'stickyNote' ? 0 : nodeOutputs(node).length
    const kind = outputs === 0 ? 'Ending' : outputs === 1 ? 'Step' : 'Branching'
    return { whole: `chatwright.${kind}` }
  }
  const choice = outputChoice(node)
  const options = choice?.options?.filter((option) => option['isAnchor'] !== true) ?? []
  if (!choice || options.length < 2) return { whole: openType(node) }
  const choices = options.map(({ name }): [string, string] => {
    const data = { ...node.data, outputs: { ...node.data.outputs, [choice.name]: name } }
    return [name, openType({ ...node, data })]
  })
  const chosen = openOutputs(node)[0]?.name
  return { whole: openType(node), choices, ...(chosen !== undefined && { chosen }) }
}

function openType(node: FlowNode): string {
  const open = openOutputs(node)
  const [only] = open
  if (open.length > 1) {
    const each = open.map(({ name, types }) => `${writeText(name)}: ${gives(types)}`)
    return `chatwright.Outputs<{ ${each.join('; ')} }>`
  }
  return only ? gives(only.types) : 'chatwright.Gives<never>'
}

function gives(types: readonly string[]): string {
  return `chatwright.Gives<${oneOf(types)}>`
}

export function asAdded(description: NodeDescription): FlowNode {
  return createNode(description, { id: `${description.name}_0`, position: { x: 0, y: 0 } })
}
