import type { Flow, FlowNode } from '../document.ts'
import { parentOf } from './step-edge.ts'

type Selection = Pick<Flow, 'nodes' | 'edges'>

/** What of a selection a flow can take in a second time: a run begins at one place, so no further Start. */
export function withoutSecondStart(flow: Flow, nodes: readonly FlowNode[]): FlowNode[] {
  const hasStart = flow.nodes.some(isStart)
  return hasStart ? nodes.filter((node) => !isStart(node)) : [...nodes]
}

/** Copies of steps that can be told from those that are there: another number behind the name. */
export function nameCopies(flow: Flow, copy: Selection): Selection {
  const taken = new Set(flow.nodes.map((node) => node.data.label))
  const nodes = copy.nodes.map((node) => {
    if (node.type === 'stickyNote' || !taken.has(node.data.label)) {
      taken.add(node.data.label)
      return node
    }
    const label = freeLabel(node.data.label, taken)
    taken.add(label)
    return { ...node, data: { ...node.data, label } }
  })
  return { ...copy, nodes }
}

/** Steps whose container does not come along stand by themselves, where they stood on the canvas. */
export function freeFromMissing(nodes: readonly FlowNode[]): FlowNode[] {
  const copied = new Set(nodes.map((node) => node.id))
  return nodes.map((node) => {
    const parent = parentOf(node)
    if (parent === undefined || copied.has(parent)) return node
    const { parentNode: _, extent: __, ...free } = node
    return { ...free, position: node.positionAbsolute ?? node.position }
  })
}

function isStart({ data }: FlowNode): boolean {
  return data['hideInput'] === true
}

function freeLabel(label: string, taken: ReadonlySet<string>): string {
  const stem = label.replace(/\s\d+$/, '')
  let number = 1
  while (taken.has(`${stem} ${number}`)) number++
  return `${stem} ${number}`
}
