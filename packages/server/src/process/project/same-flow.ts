import type { Flow } from '@chatwright/core'

/** Whether two flows are the same but for what somebody looked at last. Which order keys have doesn't matter. */
export function isSameFlow(one: Flow, other: Flow): boolean {
  return plain(one) === plain(other)
}

function plain({ viewport: _, ...flow }: Flow): string {
  return JSON.stringify(flow, (key, value: unknown) => {
    if (key === 'selected') return undefined
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  })
}
