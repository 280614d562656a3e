import type { FlowNode } from './document.ts'

/** A node's name with the first number that no other node has. */
export function newNodeId(name: string, nodes: Iterable<Pick<FlowNode, 'id'>>): string {
  const taken = new Set<string>()
  for (const node of nodes) taken.add(node.id)
  return freeNodeId(name, taken)
}

/** The same, for a caller that hands out several ids and keeps the set of those taken. */
export function freeNodeId(name: string, taken: ReadonlySet<string>): string {
  let suffix = 0
  while (taken.has(`${name}_${suffix}`)) suffix++
  return `${name}_${suffix}`
}
