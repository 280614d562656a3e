import { isSealedValue, parseFlowData, sealedInputs, withInputs } from '@chatwright/core'
import type { Describe, Flow, FlowNode } from '@chatwright/core'

interface Saved {
  present: Flow
  saved: Flow
}

/**
 * The same flows with what stands for the secrets that a save stored in their place: else the canvas differs from what the server has,
 * and goes on holding them in clear. What was typed since stays.
 */
export function takeSealed(flows: Saved, stored: string | undefined, describe: Describe): Saved {
  const typed = new Map(flows.saved.nodes.flatMap((node) => typedOf(node, describe)))
  if (typed.size === 0 || stored === undefined) return flows
  const answers = new Map(parseFlowData(stored).nodes.map((node) => [node.id, node.data.inputs]))
  const taken = new Map<FlowNode, FlowNode>()
  const take = (node: FlowNode): FlowNode => {
    const before = taken.get(node)
    if (before) return before
    const inputs = (typed.get(node.id) ?? []).flatMap(({ name, value }): [string, unknown][] => {
      const reference = answers.get(node.id)?.[name]
      return node.data.inputs[name] === value && isSealedValue(reference) ? [[name, reference]] : []
    })
    const next = inputs.length === 0 ? node : withInputs(node, Object.fromEntries(inputs))
    taken.set(node, next)
    return next
  }
  const within = (flow: Flow): Flow => ({ ...flow, nodes: flow.nodes.map(take) })
  return { present: within(flows.present), saved: within(flows.saved) }
}

function typedOf(node: FlowNode, describe: Describe): [string, { name: string; value: string }[]][] {
  const typed = sealedInputs(node.data, describe).filter(({ value }) => !isSealedValue(value))
  return typed.length === 0 ? [] : [[node.id, typed]]
}
