import { readChunkError } from '../../lib/chunk-error.ts'
import { CHUNK_TIMEOUT } from '../../lib/chunk-timeout.ts'

export type PartState<Part> =
  | { status: 'waiting' }
  | { status: 'loaded'; part: Part }
  | { status: 'failed'; error: unknown; isRetrying: boolean }

export interface PartLoader<Part> {
  getState: () => PartState<Part>
  subscribe: (listener: () => void) => () => void
  /** Starts loading unless it has begun; never rejects, for the state holds the failure. */
  load: () => Promise<void>
  /** Starts loading ahead of use; what fails is tried again when somebody wants to see it. */
  preload: () => Promise<void>
  /** Loads again after a failure. */
  retry: () => Promise<void>
}

/**
 * Loads a part once for everyone who shows it. `React.lazy` would keep a failure for good; here it is forgotten when
 * nobody looks at it any more, and Retry asks the server again.
 */
export function partLoader<Part>(fetchPart: () => Promise<Part>): PartLoader<Part> {
  let state: PartState<Part> = { status: 'waiting' }
  let running: Promise<void> | undefined
  const listeners = new Set<() => void>()
  const become = (next: PartState<Part>) => {
    state = next
    for (const listener of listeners) listener()
  }
  const start = () => {
    running ??= fetchInTime(fetchPart)
      .then(
        (part) => become({ status: 'loaded', part }),
        (error: unknown) => {
          console.error(error)
          become({ status: 'failed', error, isRetrying: false })
        },
      )
      .finally(() => {
        running = undefined
      })
    return running
  }
  const load = () => (state.status === 'waiting' ? start() : Promise.resolve())
  const forgetUnseenFailure = () => {
    if (listeners.size === 0 && state.status === 'failed') state = { status: 'waiting' }
  }
  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        forgetUnseenFailure()
      }
    },
    load,
    preload: () => load().then(forgetUnseenFailure),
    async retry() {
      if (state.status !== 'failed' || state.isRetrying) return
      const { error } = state
      become({ status: 'failed', error, isRetrying: true })
      await forgetWrongCopy(error)
      await start()
    },
  }
}

/** The bundler's loader gives up on scripts in time, but would wait for a style for ever. */
async function fetchInTime<Part>(fetchPart: () => Promise<Part>): Promise<Part> {
  const arriving = fetchPart()
  const styles = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].filter(isArriving)
  if (styles.length === 0) return arriving
  const timer = setTimeout(() => {
    for (const style of styles.filter(isArriving)) style.onerror?.(new Event('timeout'))
  }, CHUNK_TIMEOUT)
  return arriving.finally(() => clearTimeout(timer))
}

function isArriving(style: HTMLLinkElement): boolean {
  return style.sheet === null && style.isConnected
}

const REFRESH_TIMEOUT = 10_000

/** Something else came in the part's place, and the browser may have kept it: it would be given out again. */
async function forgetWrongCopy(error: unknown): Promise<void> {
  const chunk = readChunkError(error)
  if (chunk?.kind !== 'missing') return
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(), REFRESH_TIMEOUT)
  try {
    await fetch(chunk.address, { cache: 'reload', signal: abort.signal })
  } catch {
    // Still out of reach: the load that follows says so.
  } finally {
    clearTimeout(timer)
  }
}
