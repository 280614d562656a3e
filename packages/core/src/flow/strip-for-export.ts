import { isStepNode } from './agentflow.ts'
import type { Flow, FlowNode, NodeData } from './document.ts'
import type { Describe } from './read/repair.ts'
import { isSecretName } from './secret-names.ts'
import { sealedNames } from './sealed-inputs.ts'
import { CREDENTIAL_KEY } from './steps/chosen-node.ts'
import { stripForSave } from './strip-for-save.ts'
import { parseJson } from '../parse-json.ts'

/** A flow as it is handed to others: what saving strips, and credential ids and secrets inside JSON values too. */
export function stripForExport(flow: Flow, describe: Describe): Flow {
  const saved = stripForSave(flow, describe)
  return {
    ...saved,
    nodes: saved.nodes.map((node) => ({ ...node, data: stripData(withoutChosenCredentials(node), describe) })),
  }
}

function stripData(stored: NodeData, describe: Describe): NodeData {
  const { credential: _, ...data } = stored
  const json = new Set(data.inputParams.filter((param) => param.type === 'json').map((param) => param.name))
  const sealed = sealedNames(data, describe)
  const others = Object.entries(data.inputs).filter(([name]) => !sealed.has(name))
  const inputs = others.map(([name, value]) => [
    name,
    typeof value === 'string' && json.has(name) ? stripJsonText(value) : stripSecrets(value),
  ])
  return { ...data, inputs: Object.fromEntries(inputs) }
}

/** The settings of a node chosen inside a step name its credential; the older product leaves the whole key out. */
function withoutChosenCredentials(node: FlowNode): NodeData {
  if (!isStepNode(node)) return node.data
  return { ...node.data, inputs: dropCredentials(node.data.inputs) as Record<string, unknown> }
}

function dropCredentials(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(dropCredentials)
  const kept = Object.entries(value).filter(([key]) => key !== CREDENTIAL_KEY)
  return Object.fromEntries(kept.map(([key, entry]) => [key, dropCredentials(entry)]))
}

function stripJsonText(text: string): string {
  let value: unknown
  try {
    value = parseJson(text)
  } catch {
    return text
  }
  const stripped = stripSecrets(value)
  return stripped === value ? text : JSON.stringify(stripped)
}

/** Empties the values whose key says that they are secret; what holds none stays the same object. */
function stripSecrets(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const entries = value.map(stripSecrets)
    return entries.every((entry, index) => entry === value[index]) ? value : entries
  }
  const entries = Object.entries(value).map(([key, entry]) => {
    const isSecret = isSecretName(key) && typeof entry === 'string'
    return [key, entry, isSecret ? '' : stripSecrets(entry)] as const
  })
  if (entries.every(([, before, after]) => before === after)) return value
  return Object.fromEntries(entries.map(([key, , after]) => [key, after]))
}
