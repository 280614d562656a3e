interface Options {
  onFault(error: unknown): void
  /** When it is done for the first time: zero for at once, left out for after the first interval. */
  firstMs?: number
}

/**
 * Does something again and again while the process runs, never twice at the same time. Returns how to stop, which also aborts
 * what is under way.
 */
export function every(
  ms: number,
  work: (signal: AbortSignal) => Promise<unknown>,
  { onFault, firstMs = ms }: Options,
): () => void {
  const stopped = new AbortController()
  let isBusy = false
  const turn = (): void => {
    if (isBusy) return
    isBusy = true
    work(stopped.signal)
      .catch(onFault)
      .finally(() => (isBusy = false))
  }
  if (firstMs === 0) turn()
  const first = firstMs > 0 && firstMs < ms ? setTimeout(turn, firstMs).unref() : undefined
  const timer = setInterval(turn, ms).unref()
  return () => {
    stopped.abort()
    clearTimeout(first)
    clearInterval(timer)
  }
}
