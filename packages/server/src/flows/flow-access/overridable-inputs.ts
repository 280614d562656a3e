import type { OverridableInput } from '@chatwright/contract'
import { requestReach, type InputDescription, type NodeDescription } from '@chatwright/core'

/** The inputs of a node that its owner could open to requests. */
export function overridableInputs(
  node: { id: string; name: string; label: string },
  describe: (nodeName: string) => NodeDescription | undefined,
): OverridableInput[] {
  return (describe(node.name)?.inputs ?? [])
    .filter((input) => ['upload', 'value'].includes(requestReach(input)))
    .map((input) => ({ node: node.label, nodeId: node.id, label: input.label, ...nameAndType(input) }))
}

function nameAndType(input: InputDescription): Pick<OverridableInput, 'name' | 'type'> {
  if (input.type === 'file') return { name: 'files', type: input.fileType ?? '*' }
  if (input.type === 'options' && input.options) {
    return { name: input.name, type: input.options.map(({ name }) => name).join(', ') }
  }
  return { name: input.name, type: input.type }
}
