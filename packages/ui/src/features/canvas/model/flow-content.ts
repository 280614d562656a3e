import type { Flow } from '@chatwright/core'

/** Whether two flows hold the same nodes and edges; where a person looks is no part of the work. */
export function isSameContent(a: Flow, b: Flow): boolean {
  return isSameList(a.nodes, b.nodes) && isSameList(a.edges, b.edges)
}

/** Edits never change a node in place, so the same objects in the same order mean the same flow. */
function isSameList(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a === b || (a.length === b.length && a.every((entry, index) => entry === b[index]))
}
