import type { Drawing } from './drawing.ts'
import { FlowError } from './flow-error.ts'

/** The nodes that the targets need, dependencies first. Iterative: a chain may be thousands of nodes long. */
export function orderNeeded({ nodes }: Drawing, targets: readonly string[]): string[] {
  const order: string[] = []
  const state = new Map<string, 'open' | 'done'>()
  const stack: { id: string; next: number }[] = []
  const enter = (id: string): void => {
    state.set(id, 'open')
    stack.push({ id, next: 0 })
  }
  for (const target of targets) {
    if (!state.has(target)) enter(target)
    for (let frame = stack.at(-1); frame; frame = stack.at(-1)) {
      const source = nodes.get(frame.id)?.incoming[frame.next]?.source
      frame.next += 1
      if (source === undefined) {
        state.set(frame.id, 'done')
        order.push(frame.id)
        stack.pop()
      } else if (!state.has(source)) enter(source)
      else if (state.get(source) === 'open') throw cycleError(source, stack, nodes)
    }
  }
  return order
}

function cycleError(id: string, stack: readonly { id: string }[], nodes: Drawing['nodes']): FlowError {
  const start = stack.findIndex((frame) => frame.id === id)
  const labels = stack.slice(start).map((frame) => nodes.get(frame.id)?.node.data.label ?? frame.id)
  const label = nodes.get(id)?.node.data.label ?? id
  const shown = labels.length > 6 ? [...labels.slice(0, 5), `${labels.length - 5} more`] : labels
  return new FlowError('cycle', `These nodes form a circle: ${[...shown, label].join(' ← ')}.`, {
    hint: `Remove one connection of "${label}". A node can't use its own result.`,
    nodeId: id,
    nodeLabel: label,
  })
}
