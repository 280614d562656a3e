import type { Flow } from '@chatwright/core'
import { isRecord, isSame } from '../document/is-same.ts'

/** The flow with everything that is as it was before being the same object, and keys in the order they had. */
export function settleOn(before: Flow, flow: Flow): Flow {
  return {
    ...flow,
    nodes: settleEach(before.nodes, flow.nodes),
    edges: settleEach(before.edges, flow.edges),
    ...(flow.viewport && { viewport: settle(before.viewport, flow.viewport) as typeof flow.viewport }),
  }
}

function settleEach<Item extends { id: string }>(before: readonly Item[], items: readonly Item[]): Item[] {
  const known = new Map<string, Item[]>()
  for (const item of before) {
    const twins = known.get(item.id)
    if (twins) twins.push(item)
    else known.set(item.id, [item])
  }
  const used = new Set<Item>()
  return items.map((item) => {
    // One that is there twice is meant once each.
    const twins = (known.get(item.id) ?? []).filter((each) => !used.has(each))
    const was = twins.find((each) => isSame(each, item)) ?? twins[0]
    if (was) used.add(was)
    return settle(was, item) as Item
  })
}

function settle(before: unknown, value: unknown): unknown {
  if (isSame(before, value)) return before
  if (!isRecord(before) || !isRecord(value)) return value
  const kept = Object.keys(before).filter((key) => Object.hasOwn(value, key))
  const added = Object.keys(value).filter((key) => !Object.hasOwn(before, key))
  return Object.fromEntries([...kept, ...added].map((key) => [key, settle(before[key], value[key])]))
}
