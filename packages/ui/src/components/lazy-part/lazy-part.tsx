import { Suspense, useState, useSyncExternalStore } from 'react'
import type { ComponentType } from 'react'

import { loadTexts } from '../../i18n/i18n.ts'
import { FailedDialog } from './failed-dialog.tsx'
import { FailedPanel } from './failed-panel.tsx'
import { PartBoundary } from './part-boundary.tsx'
import type { PartFailure } from './part-failure.ts'
import { partLoader } from './part-loader.ts'

type FailedPart<Props> = ComponentType<{ failure: PartFailure; props: Props }>

interface PartOptions<Props> {
  /** Texts the part shows; they arrive together with it. */
  texts?: readonly string[]
  /** Stands in its place until it arrives. */
  Waiting?: ComponentType<Props>
  /** Stands in its place when it did not arrive, or broke while it was drawn. */
  Failed?: FailedPart<Props>
}

type LoadModule<Props> = () => Promise<{ default: ComponentType<Props> }>

export type LazyPart<Props> = ComponentType<Props> & {
  /** Resolves when it can be shown, itself or its failure. */
  load: () => Promise<void>
  /** Fetches it while nobody waits for it. */
  preload: () => void
  hasArrived: () => boolean
}

/** A part of a page that arrives when it is first shown. What fails stays in its place, with Retry. */
export function lazyPart<Props extends object>(
  loadModule: LoadModule<Props>,
  { texts = [], Waiting, Failed = FailedPanel }: PartOptions<Props> = {},
): LazyPart<Props> {
  const loader = partLoader(async () => {
    const [module] = await Promise.all([loadModule(), loadTexts(texts)])
    return module.default
  })
  function Part(props: Props) {
    const state = useSyncExternalStore(loader.subscribe, loader.getState)
    const waiting = Waiting ? <Waiting {...props} /> : null
    if (state.status === 'failed') {
      const failure = { error: state.error, isRetrying: state.isRetrying, onRetry: () => void loader.retry() }
      return <Failed failure={failure} props={props} />
    }
    if (state.status === 'waiting') {
      void loader.load()
      return waiting
    }
    const Loaded = state.part
    return (
      <PartBoundary
        failed={(error, onRetry) => <Failed failure={{ error, onRetry, isRetrying: false }} props={props} />}
      >
        <Suspense fallback={waiting}>
          <Loaded {...props} />
        </Suspense>
      </PartBoundary>
    )
  }
  return Object.assign(Part, {
    load: loader.load,
    preload: () => void loader.preload(),
    hasArrived: () => loader.getState().status === 'loaded',
  })
}

/** A dialog or a menu that arrives when it is first opened; closing what failed closes it. */
export function lazyDialog<Props extends { onClose: () => void }>(
  loadModule: LoadModule<Props>,
  options: PartOptions<Props> = {},
): LazyPart<Props> {
  return lazyPart(loadModule, { Failed: FailedDialog, ...options })
}

/** Whether to keep a part that may still fade out; one that never arrived goes with what opened it. */
export function useIsKept(isOpen: boolean, part: { hasArrived: () => boolean }): boolean {
  const [wasOpened, setWasOpened] = useState(isOpen)
  if (isOpen && !wasOpened) setWasOpened(true)
  return isOpen || (wasOpened && part.hasArrived())
}
