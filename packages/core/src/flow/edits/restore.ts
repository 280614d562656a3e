import type { Flow } from '../document.ts'
import type { RestoreEdit, Splice } from './edit.ts'

/** The edit that makes `to` of `from`. Both share what they have in common, so it holds only what differs. */
export function restoreBetween(from: Flow, to: Flow): RestoreEdit {
  return {
    do: 'restore',
    nodes: middleSplices(from.nodes, to.nodes),
    edges: middleSplices(from.edges, to.edges),
    ...(from.viewport !== to.viewport && { viewport: to.viewport ?? null }),
  }
}

/** Whether the edit changes nothing. */
export function isNoChange({ nodes, edges, viewport }: RestoreEdit): boolean {
  return nodes.length === 0 && edges.length === 0 && viewport === undefined
}

/** The flow with the parts put back; nothing where it is another flow than the one the edit was made for. */
export function restore(flow: Flow, edit: RestoreEdit): Flow | undefined {
  const nodes = spliced(flow.nodes, edit.nodes)
  const edges = spliced(flow.edges, edit.edges)
  if (!nodes || !edges) return undefined
  const { viewport, ...rest } = flow
  const restored = edit.viewport === undefined ? viewport : (edit.viewport ?? undefined)
  return { ...rest, nodes, edges, ...(restored && { viewport: restored }) }
}

/** What both lists begin and end with is the same in most edits, and is not looked at again. */
function middleSplices<Item extends { id: string }>(from: readonly Item[], to: readonly Item[]): Splice<Item>[] {
  const shorter = Math.min(from.length, to.length)
  let start = 0
  while (start < shorter && from[start] === to[start]) start += 1
  let end = 0
  while (end < shorter - start && from[from.length - 1 - end] === to[to.length - 1 - end]) end += 1
  const middle = splicesBetween(from.slice(start, from.length - end), to.slice(start, to.length - end))
  return middle.map((splice) => ({ ...splice, at: splice.at + start }))
}

/** Walks both lists once. An item is the same where it is the same object; one that changed places counts as another. */
function splicesBetween<Item extends { id: string }>(from: readonly Item[], to: readonly Item[]): Splice<Item>[] {
  const isInTo = new Set(to)
  const isInFrom = new Set(from)
  const splices: Splice<Item>[] = []
  let open: { at: number; remove: string[]; insert: Item[] } | undefined
  const change = (at: number) => (open ??= { at, remove: [], insert: [] })
  const close = () => {
    if (open) splices.push(open)
    open = undefined
  }
  let [left, right] = [0, 0]
  while (left < from.length || right < to.length) {
    const [old, next] = [from[left], to[right]]
    if (old !== undefined && old === next) {
      close()
      left += 1
      right += 1
    } else if (old !== undefined && (next === undefined || !isInTo.has(old) || isInFrom.has(next))) {
      change(left).remove.push(old.id)
      // It stands further on in the other list: there it counts as a new one.
      isInFrom.delete(old)
      left += 1
    } else if (next !== undefined) {
      change(left).insert.push(next)
      right += 1
    }
  }
  close()
  return splices
}

function spliced<Item extends { id: string }>(items: Item[], splices: readonly Splice<Item>[]): Item[] | undefined {
  if (splices.length === 0) return items
  const result: Item[] = []
  let place = 0
  for (const { at, remove, insert } of splices) {
    if (at < place || at + remove.length > items.length) return undefined
    for (; place < at; place += 1) result.push(items[place]!)
    if (remove.some((id, index) => items[at + index]?.id !== id)) return undefined
    place = at + remove.length
    for (const item of insert) result.push(item)
  }
  for (; place < items.length; place += 1) result.push(items[place]!)
  return result
}
