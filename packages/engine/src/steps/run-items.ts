import { listOf, type ItemResult, type StepContext, type StepItem, type Steps } from '@chatwright/core'
import { toFault } from '../fault.ts'
import { Parked } from './parked.ts'

/** What became of the items of a container. */
export interface ItemsOutcome {
  results: ItemResult[]
  /** What the steps inside changed of the state, in the order of the items. */
  state: Record<string, unknown>
}

export interface ItemOutcome {
  isWaiting: boolean
  context: StepContext | undefined
  content: unknown
}

interface Items {
  path: string
  steps: Steps
  /** Keys of the state that steps add to. */
  lists: ReadonlySet<string>
  atOnce: number
  signal: AbortSignal
  runItem(item: StepItem, from: StepContext): Promise<ItemOutcome>
}

/** Runs a container's steps for each item: one after another from the state that the last one left, or several at once. */
export async function runItems(items: readonly unknown[], how: Items): Promise<ItemsOutcome> {
  const { path, steps, atOnce, signal } = how
  const results: ItemResult[] = items.map(() => ({}))
  const changes: Record<string, unknown>[] = []
  let isWaiting = false
  let next = 0

  const runOne = async (index: number): Promise<void> => {
    const item: StepItem = { index, value: items[index], ...(atOnce > 1 && { isBeside: true }) }
    const from = steps.itemBase(`${path}/${index}`, item)
    try {
      const { isWaiting: waits, context, content } = await how.runItem(item, from)
      isWaiting ||= waits
      if (context) changes[index] = changedSince(from.state, context.state, how.lists)
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
      if (isWaiting && atOnce === 1) return
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, lane))
  if (isWaiting) throw new Parked()
  return { results, state: together(changes, how.lists) }
}

/** What became different; of a list, what was added to it. */
function changedSince(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
  lists: ReadonlySet<string>,
): Record<string, unknown> {
  const changed = Object.entries(after).filter(([key, value]) => before[key] !== value)
  return Object.fromEntries(
    changed.map(([key, value]) => [key, lists.has(key) ? listOf(value).slice(listOf(before[key]).length) : value]),
  )
}

function together(changes: readonly Record<string, unknown>[], lists: ReadonlySet<string>): Record<string, unknown> {
  const all: Record<string, unknown> = {}
  const gathered = new Map<string, unknown[]>()
  for (const change of changes) {
    for (const [key, value] of Object.entries(change ?? {})) {
      if (!lists.has(key)) {
        all[key] = value
        continue
      }
      const list = gathered.get(key) ?? []
      gathered.set(key, list)
      for (const item of listOf(value)) list.push(item)
      all[key] = list
    }
  }
  return all
}
