import type { OverridableInput } from '@chatwright/contract'
import type { CredentialDescription, InputDescription, NodeDescription } from '@chatwright/core'
import { isOverridable } from './override-config.ts'

/** The inputs of a node that its owner could open to requests. */
export function overridableInputs(
  node: { id: string; name: string; label: string },
  {
    describe,
    describeCredential,
  }: {
    describe: (nodeName: string) => NodeDescription | undefined
    describeCredential: (credentialName: string) => CredentialDescription | undefined
  },
): OverridableInput[] {
  const description = describe(node.name)
  if (!description) return []
  const secrets = (description.credential?.credentialNames ?? []).flatMap(
    (name) => describeCredential(name)?.inputs ?? [],
  )
  const seen = new Set<string>()
  return [...secrets, ...description.inputs].flatMap((input) => {
    const isShown = isOverridable(input) || input.type === 'file'
    if (!isShown || seen.has(input.name)) return []
    seen.add(input.name)
    return [{ node: node.label, nodeId: node.id, label: input.label, ...nameAndType(input) }]
  })
}

function nameAndType(input: InputDescription): Pick<OverridableInput, 'name' | 'type'> {
  if (input.type === 'file') return { name: 'files', type: input.fileType ?? '*' }
  if (input.type === 'options' && input.options) {
    return { name: input.name, type: input.options.map(({ name }) => name).join(', ') }
  }
  return { name: input.name, type: input.type === 'password' ? 'string' : input.type }
}
