export interface FrameBatcher {
  /** Asks for a flush with the next frame that has room for one. */
  request: () => void
  /** Flushes at once, when something is waiting. */
  flush: () => void
  cancel: () => void
}

interface Clock {
  /** Calls back before the next paint. */
  nextFrame(callback: () => void): () => void
  now: () => number
}

/** A flush may take this share of the time; the rest belongs to scrolling and typing. */
const SHARE = 0.5

/**
 * Joins what arrives between two frames into one flush. A flush that turned out slow (a long table being written, say)
 * is followed by a pause of the same length, so that the page stays responsive whatever arrives.
 */
export function createFrameBatcher(flush: () => void, clock: Clock = browserClock): FrameBatcher {
  let cancelFrame: (() => void) | undefined
  let isWaiting = false
  let restUntil = 0

  const run = () => {
    cancelFrame = undefined
    if (!isWaiting) return
    if (clock.now() < restUntil) {
      cancelFrame = clock.nextFrame(run)
      return
    }
    isWaiting = false
    const start = clock.now()
    flush()
    // Rendering happens after the flush returns, within the same frame: the next one tells what it cost.
    cancelFrame = clock.nextFrame(() => {
      const cost = clock.now() - start
      restUntil = clock.now() + cost * (1 / SHARE - 1) - FRAME_MS
      run()
    })
  }

  return {
    request() {
      isWaiting = true
      cancelFrame ??= clock.nextFrame(run)
    },
    flush() {
      cancelFrame?.()
      cancelFrame = undefined
      isWaiting = false
      flush()
    },
    cancel() {
      cancelFrame?.()
      cancelFrame = undefined
      isWaiting = false
    },
  }
}

const FRAME_MS = 1000 / 60

const browserClock: Clock = {
  nextFrame(callback) {
    // A hidden page gets no frames; its answer must still be kept up to date.
    if (document.hidden) {
      const timer = setTimeout(callback, 250)
      return () => clearTimeout(timer)
    }
    const frame = requestAnimationFrame(callback)
    return () => cancelAnimationFrame(frame)
  },
  now: () => performance.now(),
}
