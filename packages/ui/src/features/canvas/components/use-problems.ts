import { useEffect } from 'react'

import { useCredentials } from '../../../lib/catalogue.ts'
import { useCanvas } from '../canvas-context.tsx'
import { findProblems } from '../model/problems.ts'
import { useProblemWords } from './use-problem-words.ts'

const DELAY = 120

/** Checks the flow a moment after it was opened, and after each edit. */
export function useProblems(): void {
  const canvas = useCanvas()
  const credentials = useCredentials()
  const say = useProblemWords()
  const isWaiting = credentials.isPending
  useEffect(() => {
    // Without knowing the credentials, each node that has one would be checked and drawn twice.
    if (isWaiting) return undefined
    const ids = credentials.data?.map((credential) => credential.id)
    const check = () => {
      const { history, catalogue, componentNodes } = canvas.store.getState()
      // Without the catalogue every node would seem unknown.
      if (componentNodes.length > 0) canvas.setProblems(findProblems(history.present, catalogue, ids).map(say))
    }
    let timer = setTimeout(check, DELAY)
    const unsubscribe = canvas.store.subscribe((state, before) => {
      if (state.history.present === before.history.present && state.catalogue === before.catalogue) return
      clearTimeout(timer)
      timer = setTimeout(check, DELAY)
    })
    return () => {
      clearTimeout(timer)
      unsubscribe()
    }
  }, [canvas, credentials.data, isWaiting, say])
}
