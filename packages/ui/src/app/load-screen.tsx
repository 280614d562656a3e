import { useState } from 'react'
import type { ComponentType } from 'react'

import { loadTexts } from '../i18n/i18n.ts'
import { ErrorReport } from './error-report.tsx'

type LoadModule = () => Promise<{ default: ComponentType }>

/**
 * A screen is a chunk of its own; the router shows it once it has arrived together with its texts.
 * The router remembers a failed load for good, so a failure becomes a screen too, one that can try again.
 */
export function screen(load: LoadModule, texts: string[]) {
  const loadScreen = async () => {
    const [module] = await Promise.all([load(), loadTexts(texts)])
    return module.default
  }
  return async () => {
    try {
      return { Component: await loadScreen() }
    } catch (error) {
      return { Component: retryScreen(loadScreen, error) }
    }
  }
}

function retryScreen(loadScreen: () => Promise<ComponentType>, firstError: unknown): ComponentType {
  let Loaded: ComponentType | undefined
  return function RetryScreen() {
    const [error, setError] = useState(firstError)
    const [isBusy, setIsBusy] = useState(false)
    const retry = async () => {
      setIsBusy(true)
      try {
        Loaded = await loadScreen()
      } catch (nextError) {
        setError(nextError)
      }
      setIsBusy(false)
    }
    return Loaded ? <Loaded /> : <ErrorReport error={error} isBusy={isBusy} onRetry={() => void retry()} />
  }
}
