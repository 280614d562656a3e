import type { InputDescription } from '../flow/document.ts'
import type { CredentialDeclaration, CredentialDescription, NodeDefinition, NodeDescription } from './definition.ts'
import { describeInput, type InputSpecs } from './inputs.ts'
import { stepPolicy } from './step-policy.ts'

/** Turns a declaration into the JSON that forms, palette and older clients read. */
export function describeNode(node: NodeDefinition): NodeDescription {
  const credential = describeCredentialInput(node)
  return {
    label: node.label,
    name: node.name,
    version: node.version,
    type: node.baseClasses[0] ?? node.name,
    icon: node.icon,
    category: node.category,
    description: node.description,
    ...(node.color && { color: node.color }),
    baseClasses: [...node.baseClasses],
    inputs: Object.entries({ ...node.inputs, ...policyOf(node) }).map(([name, input]) => describeInput(name, input)),
    ...(node.outputs && {
      outputs: Object.entries(node.outputs).map(([name, output]) => ({
        label: output.label,
        name,
        baseClasses: [...output.baseClasses],
        ...(output.description && { description: output.description }),
      })),
    }),
    ...(credential && { credential }),
    ...(node.traits && { traits: node.traits }),
    ...(node.aliases && { aliases: [...node.aliases] }),
    ...(node.keywords && { keywords: [...node.keywords] }),
    ...(node.badge && { badge: node.badge }),
    ...(node.documentation && { documentation: node.documentation }),
    ...(node.load && { loadMethods: Object.keys(node.load) }),
  }
}

/** A step that something follows may fail, and says what then. */
function policyOf({ traits }: NodeDefinition): InputSpecs {
  const { step } = traits ?? {}
  return step && !step.starts && !step.ends ? stepPolicy : {}
}

export function describeCredential(credential: CredentialDeclaration): CredentialDescription {
  return {
    label: credential.label,
    name: credential.name,
    version: credential.version,
    ...(credential.description && { description: credential.description }),
    ...(credential.icon && { icon: credential.icon }),
    inputs: Object.entries(credential.inputs).map(([name, input]) => describeInput(name, input)),
    canTest: credential.test !== undefined,
    ...(credential.connection && { isConnection: true as const }),
  }
}

function describeCredentialInput(node: NodeDefinition): InputDescription | undefined {
  if (!node.credential) return undefined
  const isOptional = 'names' in node.credential
  const names = 'names' in node.credential ? node.credential.names : node.credential
  return {
    label: 'Connect Credential',
    name: 'credential',
    type: 'credential',
    credentialNames: [...names],
    ...(isOptional && { optional: true }),
  }
}
