import type { Layout } from '../document/layout.ts'
import type { SpokenNode } from '../document/make-node.ts'

/**
 * Which nodes were given another id in the code: those of a kind that the layout knows by other ids, as many as it has
 * without a node. From the old id to the new one.
 */
export function findRenames(nodes: readonly SpokenNode[], layout: Layout | undefined): Map<string, string> {
  if (!layout) return new Map()
  const ids = new Set(nodes.map(({ id }) => id))
  const known = new Set(layout.nodes.map(({ id }) => id))
  const gone = new Map<string, string[]>()
  const fresh = new Map<string, string[]>()
  for (const { id, node } of layout.nodes) if (!ids.has(id)) append(gone, node, id)
  for (const { id, name } of nodes) if (!known.has(id)) append(fresh, name, id)
  const renames = new Map<string, string>()
  for (const [name, old] of gone) {
    const next = fresh.get(name) ?? []
    if (next.length === old.length) for (const [index, id] of old.entries()) renames.set(id, next[index] ?? id)
  }
  return renames
}

function append(lists: Map<string, string[]>, key: string, id: string): void {
  const list = lists.get(key)
  if (list) list.push(id)
  else lists.set(key, [id])
}
