import { instanceReference, templateVariables, upstreamOf } from '@chatwright/core'
import type { Flow, FlowNode } from '@chatwright/core'

/** The variables in a node's texts that its values may fill. */
export function variablesToFill(node: FlowNode): string[] {
  const texts = node.data.inputParams
    .filter((param) => param.type === 'string' && (param.rows ?? 1) > 1)
    .map((param) => node.data.inputs[param.name])
    .filter((value): value is string => typeof value === 'string')
  return [...new Set(texts.flatMap((text) => namesIn(text)))]
}

/** Also what reads like a name: once a value has it, it is one. */
function namesIn(text: string): string[] {
  const { prompt, unread } = templateVariables(text)
  return [...prompt, ...unread]
}

export interface VariableSource {
  /** What is written into the value. */
  reference: string
  label: string
  kind: 'question' | 'history' | 'node'
  /** Whether its name says enough: that of a node does, unless another has the same. */
  isClear: boolean
}

/** What a value can speak of: the question, the conversation, and the nodes connected to this one. */
export function variableSources(flow: Flow, node: FlowNode): VariableSource[] {
  const connected = new Set(flow.edges.filter((edge) => edge.target === node.id).map((edge) => edge.source))
  const behind = upstreamOf(flow, node.id)
  const nodes = flow.nodes.filter((other) => connected.has(other.id) || behind.has(other.id))
  const isClear = ({ id, data }: FlowNode) => !nodes.some((other) => other.id !== id && other.data.label === data.label)
  return [
    { reference: '{{question}}', label: 'question', kind: 'question', isClear: false },
    { reference: '{{chat_history}}', label: 'chat_history', kind: 'history', isClear: false },
    ...nodes.map((each) => ({
      reference: instanceReference(each.id),
      label: each.data.label,
      kind: 'node' as const,
      isClear: isClear(each),
    })),
  ]
}
