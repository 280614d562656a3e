import type { Flow, FlowNode } from './document.ts'
import type { Describe } from './read/repair.ts'

/** Which node a program means: by its id, or by one it had while its type had an older name. */
export interface NodeNames {
  /** Nothing where no node is meant. */
  idOf(name: string): string | undefined
}

const LOOKS_LIKE_ID = /^(\w+)_\d+$/

/** The names by which the nodes of a flow can be called from outside. An id of today wins over a former one. */
export function nodeNames({ nodes }: Pick<Flow, 'nodes'>, describe: Describe): NodeNames {
  const ids = new Map<string, string>()
  for (const node of nodes) for (const former of formerIds(node)) ids.set(former, node.id)
  for (const { id } of nodes) ids.set(id, id)
  const unmarked = new Map<string, string | undefined>()
  for (const node of nodes) {
    if (formerIds(node).length > 0) continue
    unmarked.set(node.data.name, unmarked.has(node.data.name) ? undefined : node.id)
  }
  return {
    idOf(name) {
      const known = ids.get(name)
      if (known !== undefined) return known
      // Flows stored before former ids were: the only node of its type is meant.
      const [, type = ''] = LOOKS_LIKE_ID.exec(name) ?? []
      const description = type === '' ? undefined : describe(type)
      return description && description.name !== type ? unmarked.get(description.name) : undefined
    },
  }
}

/** Whether somebody who writes this means a node: its type is one of today or an older one. */
export function namesNodeType(name: string, describe: Describe): boolean {
  const [, type = ''] = LOOKS_LIKE_ID.exec(name) ?? []
  return type !== '' && describe(type) !== undefined
}

/** Ids a node had before; a file may hold anything there. */
export function formerIds({ data }: FlowNode): string[] {
  const held: unknown = data.formerIds
  return Array.isArray(held) ? held.filter((id): id is string => typeof id === 'string') : []
}
