import type { ComponentType } from 'react'

import { ErrorReport } from '../components/error-report.tsx'
import { lazyPart } from '../components/lazy-part/lazy-part.tsx'
import type { PartFailure } from '../components/lazy-part/part-failure.ts'
import { RouteProgressBar } from './route-progress.tsx'

/**
 * A screen is a chunk of its own; the router shows it once it has arrived together with its texts.
 * The router remembers a failed load for good, so a failure is shown by the screen's own place, which can try again.
 */
export function screen(load: () => Promise<{ default: ComponentType }>, texts: string[]) {
  const Screen = lazyPart(load, { texts, Waiting: RouteProgressBar, Failed: FailedScreen })
  return async () => {
    await Screen.load()
    return { Component: Screen }
  }
}

function FailedScreen({ failure }: { failure: PartFailure }) {
  return <ErrorReport {...failure} />
}
