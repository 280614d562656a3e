import { replayRun } from '@chatwright/contract'
import type { ReplayResult, RunChanges } from '@chatwright/contract'
import { useEffect, useRef, useState } from 'react'

import { call } from '../../../lib/api.ts'
import type { Prompt } from '../model/prompts-in.ts'

/** What came of one case with one text. */
export type Cell = { isUnderWay: true } | { result: ReplayResult } | { error: unknown }

/** What a run is asked again with: the same but for one text. */
export function changesOf({ nodeId, name, write }: Prompt, text: string, base: BenchBase = {}): RunChanges {
  return { ...base, inputs: { [nodeId]: { [name]: write(text) } } }
}

/** The flow that is tried, where it isn't the one that ran. */
export type BenchBase = Pick<RunChanges, 'flowData' | 'isMended'>

export function cellKey(text: string, runId: string): string {
  return `${runId} ${text}`
}

/** Tries texts on recorded runs, one after the other; what was tried before is kept and not paid for again. */
export function useBench(template: Prompt, base?: BenchBase) {
  const [cells, setCells] = useState<ReadonlyMap<string, Cell>>(new Map())
  const [isRunning, setIsRunning] = useState(false)
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const put = (key: string, cell: Cell | undefined) =>
    setCells((before) => {
      const after = new Map(before)
      if (cell) after.set(key, cell)
      else after.delete(key)
      return after
    })

  const run = async (texts: readonly string[], runIds: readonly string[]) => {
    const ending = new AbortController()
    const { signal } = ending
    running.current = ending
    setIsRunning(true)
    for (const id of runIds) {
      for (const text of texts) {
        const key = cellKey(text, id)
        const known = cells.get(key)
        if (signal.aborted || (known && 'result' in known)) continue
        put(key, { isUnderWay: true })
        put(key, await tried(id, { changes: changesOf(template, text, base), signal }))
      }
    }
    setIsRunning(false)
  }

  return { cells, isRunning, run, stop: () => running.current?.abort() }
}

/** Nothing where it was stopped: that cell was not tried. */
async function tried(
  id: string,
  { changes, signal }: { changes: RunChanges; signal: AbortSignal },
): Promise<Cell | undefined> {
  try {
    return { result: await call(replayRun, { params: { id }, body: { ...changes, mode: 'what-if' }, signal }) }
  } catch (error) {
    return signal.aborted ? undefined : { error }
  }
}
