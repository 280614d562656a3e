import type { TestCase } from '@chatwright/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'

import { useRunCase } from '../api/use-tests.ts'

export interface RunCases {
  /** The case that runs right now, of how many. */
  progress: { at: number; count: number } | undefined
  error: unknown
  start: (cases: readonly TestCase[], how: { isAsking: boolean }) => void
  stop: () => void
}

/** Runs cases one after the other, each shown as soon as it has ended. */
export function useRunCases(setId: string): RunCases {
  const client = useQueryClient()
  const runCase = useRunCase(setId)
  const [progress, setProgress] = useState<RunCases['progress']>()
  const [error, setError] = useState<unknown>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const run = async (cases: readonly TestCase[], isAsking: boolean): Promise<void> => {
    const controller = new AbortController()
    running.current = controller
    setError(undefined)
    try {
      for (const [index, { id }] of cases.entries()) {
        setProgress({ at: index + 1, count: cases.length })
        await runCase(id, { isAsking, signal: controller.signal })
      }
    } catch (failure) {
      if (!controller.signal.aborted) setError(failure)
    } finally {
      setProgress(undefined)
      void client.invalidateQueries({ queryKey: ['tests'] })
    }
  }

  return {
    progress,
    error,
    start: (cases, { isAsking }) => void run(cases, isAsking),
    stop: () => running.current?.abort(),
  }
}
