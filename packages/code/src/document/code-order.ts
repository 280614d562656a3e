import type { FlowEdge, FlowNode } from '@chatwright/core'

/** Node ids as the code has them: each after what feeds it, ties by id. Where they form a circle, the least id breaks it. */
export function codeOrder(nodes: readonly FlowNode[], edges: readonly FlowEdge[]): string[] {
  const waiting = new Map(nodes.map(({ id }) => [id, 0]))
  const followers = new Map<string, string[]>()
  for (const { source, target } of edges) {
    if (source === target || !waiting.has(source) || !waiting.has(target)) continue
    const known = followers.get(source)
    if (known) known.push(target)
    else followers.set(source, [target])
    waiting.set(target, (waiting.get(target) ?? 0) + 1)
  }
  // A container stands before what stands in it, as its name is written there.
  for (const { id, parentNode } of nodes) {
    if (typeof parentNode !== 'string' || parentNode === id || !waiting.has(parentNode)) continue
    const known = followers.get(parentNode)
    if (known) known.push(id)
    else followers.set(parentNode, [id])
    waiting.set(id, (waiting.get(id) ?? 0) + 1)
  }
  const sorted = [...waiting.keys()].toSorted(compareIds)
  const rank = new Map(sorted.map((id, index) => [id, index]))
  const free = new RankHeap()
  for (const id of sorted) if (waiting.get(id) === 0) free.push(rank.get(id) ?? 0)
  const order: string[] = []
  const done = new Set<string>()
  let next = 0
  while (order.length < sorted.length) {
    let at = free.pop()
    while (at === undefined) {
      if (!done.has(sorted[next] ?? '')) at = next
      next += 1
    }
    const id = sorted[at] ?? ''
    if (done.has(id)) continue
    done.add(id)
    order.push(id)
    for (const follower of followers.get(id) ?? []) {
      const left = (waiting.get(follower) ?? 0) - 1
      waiting.set(follower, left)
      if (left === 0) free.push(rank.get(follower) ?? 0)
    }
  }
  return order
}

/** Numbers inside ids count as numbers: `llmChain_2` comes before `llmChain_10`. The same on every machine. */
export function compareIds(one: string, other: string): number {
  const [left, right] = [partsOf(one), partsOf(other)]
  if (left.name !== right.name) return left.name < right.name ? -1 : 1
  if (left.number !== right.number) return left.number - right.number
  return one < other ? -1 : one > other ? 1 : 0
}

function partsOf(id: string): { name: string; number: number } {
  let start = id.length
  while (start > 0 && id.length - start < 15 && id.charCodeAt(start - 1) >= 0x30 && id.charCodeAt(start - 1) <= 0x39)
    start -= 1
  return { name: id.slice(0, start), number: start === id.length ? -1 : Number(id.slice(start)) }
}

class RankHeap {
  readonly #ranks: number[] = []

  push(rank: number): void {
    const ranks = this.#ranks
    let at = ranks.push(rank) - 1
    while (at > 0) {
      const parent = (at - 1) >> 1
      if ((ranks[parent] ?? 0) <= rank) break
      ranks[at] = ranks[parent] ?? 0
      at = parent
    }
    ranks[at] = rank
  }

  pop(): number | undefined {
    const ranks = this.#ranks
    const least = ranks[0]
    const last = ranks.pop()
    if (least === undefined || last === undefined || ranks.length === 0) return least
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= ranks.length) break
      if (child + 1 < ranks.length && (ranks[child + 1] ?? 0) < (ranks[child] ?? 0)) child += 1
      if ((ranks[child] ?? 0) >= last) break
      ranks[at] = ranks[child] ?? 0
      at = child
    }
    ranks[at] = last
    return least
  }
}
