import { parseHandle, type Flow, type NodeDescription } from '@chatwright/core'
import { maskSecrets } from '../../runs/executions/mask-secrets.ts'

/** A flow as a model reads it: what is typed in, without what describes it, and nothing that is secret. */
export function describeFlow({ nodes, edges }: Flow): object {
  return {
    nodes: nodes.map(({ id, parentNode, data }) => ({
      id,
      node: data.name,
      label: data.label,
      ...(parentNode !== undefined && { inside: parentNode }),
      inputs: maskSecrets(typedInputs(data.inputs)),
      ...(data.inputParams.some(({ type }) => type === 'credential') && { hasCredential: Boolean(data.credential) }),
    })),
    edges: edges.map(({ source, sourceHandle, target, targetHandle }) => ({
      from: source,
      output: parseHandle(sourceHandle)?.name,
      to: target,
      input: parseHandle(targetHandle)?.name,
    })),
  }
}

/** Values that somebody gave: empty ones say nothing. */
function typedInputs(inputs: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(inputs).filter(([, value]) => value !== '' && value !== undefined))
}

export function describeNode(node: NodeDescription): object {
  return {
    name: node.name,
    label: node.label,
    category: node.category,
    description: node.description,
    gives:
      node.outputs?.map(({ name, label, baseClasses }) => ({ name, label, types: baseClasses })) ?? node.baseClasses,
    needsCredential: node.credential !== undefined && node.credential.optional !== true,
    inputs: node.inputs.map(({ name, label, type, optional, default: preset, description, options }) => ({
      name,
      label,
      type,
      ...(optional ? { optional: true } : {}),
      ...(preset !== undefined && { default: preset }),
      ...(description !== undefined && { description }),
      ...(Array.isArray(options) && { options: options.slice(0, 100) }),
    })),
  }
}
