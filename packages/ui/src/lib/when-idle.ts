/** Does something once the browser has nothing else to do, `latest` ms from now; the returned function takes it back. */
export function whenIdle(act: () => void, latest: number): () => void {
  // Safari has no idle callbacks.
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(act, 50)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(act, { timeout: latest })
  return () => cancelIdleCallback(handle)
}
