import { setTimeout as wait } from 'node:timers/promises'
import { NodeError, type Run } from '@chatwright/core'

type Listener = (value: unknown) => void

/** Who waits for which variable of which run. */
const waiting = new WeakMap<Map<string, unknown>, Map<string, Listener[]>>()
const LONGEST_WAIT_MS = 5000

export function setRunVariable({ state }: Run, name: string, value: unknown): void {
  state.set(name, value)
  for (const tell of waiting.get(state)?.get(name) ?? []) tell(value)
  waiting.get(state)?.delete(name)
}

/** Nodes of a run are built side by side, so the node that sets a variable may come a moment later. */
export async function getRunVariable({ state, signal }: Run, name: string): Promise<unknown> {
  if (state.has(name)) return state.get(name)
  const timer = new AbortController()
  const set = new Promise<unknown>((resolve) => {
    const listeners = waiting.get(state) ?? new Map<string, Listener[]>()
    waiting.set(state, listeners)
    listeners.set(name, [...(listeners.get(name) ?? []), resolve])
  })
  const tooLong = wait(LONGEST_WAIT_MS, undefined, { signal: AbortSignal.any([signal, timer.signal]) }).then(() => {
    throw new NodeError(`The variable "${name}" wasn't set.`, {
      code: 'missing-input',
      field: 'variableName',
      hint: 'Set it with a Set Variable node that runs before this one, under exactly this name.',
    })
  })
  try {
    return await Promise.race([set, tooLong])
  } finally {
    timer.abort()
    tooLong.catch(() => {})
  }
}
