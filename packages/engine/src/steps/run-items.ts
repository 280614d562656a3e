import type { ItemResult, SaidMessage } from '@chatwright/core'
import { toFault } from '../fault.ts'
import { addTo, type BranchContext } from './branch-context.ts'
import { Parked } from './parked.ts'

/** What became of the items of a container. */
export interface ItemsOutcome {
  results: ItemResult[]
  /** What the steps inside changed of the state, in the order of the items. */
  state: Record<string, unknown>
}

export interface ItemOutcome {
  isWaiting: boolean
  context: BranchContext<SaidMessage> | undefined
  content: unknown
}

interface Items {
  path: string
  before: BranchContext<SaidMessage> | undefined
  atOnce: number
  signal: AbortSignal
  runItem(item: { index: number; value: unknown }, from: BranchContext<SaidMessage>): Promise<ItemOutcome>
}

/** Runs a container's steps for each item: one after another from the state that the last one left, or several at once. */
export async function runItems(items: readonly unknown[], how: Items): Promise<ItemsOutcome> {
  const { path, before, signal } = how
  const results: ItemResult[] = items.map(() => ({}))
  const changes: (Readonly<Record<string, unknown>> | undefined)[] = []
  let state: Readonly<Record<string, unknown>> = before?.state ?? {}
  let isWaiting = false
  let next = 0

  const runOne = async (index: number): Promise<void> => {
    // What is said inside begins anew with each item.
    const from = addTo<SaidMessage>(undefined, `${path}/${index}`, { state })
    try {
      const { isWaiting: waits, context, content } = await how.runItem({ index, value: items[index] }, from)
      isWaiting ||= waits
      const changed = context ? changedSince(from.state, context.state) : {}
      changes[index] = changed
      if (how.atOnce === 1) state = { ...state, ...changed }
      results[index] = content === undefined ? {} : { content }
    } catch (error) {
      signal.throwIfAborted()
      results[index] = { error: toFault(error).message }
    }
  }
  const lane = async (): Promise<void> => {
    while (next < items.length) {
      const index = next
      next += 1
      await runOne(index)
      // The next one begins with the state that this one leaves.
      if (isWaiting && how.atOnce === 1) return
    }
  }
  await Promise.all(Array.from({ length: Math.min(how.atOnce, items.length) }, lane))
  if (isWaiting) throw new Parked()
  return { results, state: Object.assign({}, ...changes) as Record<string, unknown> }
}

function changedSince(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(after).filter(([key, value]) => before[key] !== value))
}
