const started = new Map<string, Promise<unknown>>()

/** Starts loading what the screen of this page will ask for, while its code is still on the way. */
export function startEarly(key: string, load: () => Promise<unknown>): void {
  const answer = load()
  // Who takes it sees the failure; if nobody does, it must not count as unhandled.
  answer.catch(() => undefined)
  started.set(key, answer)
}

/** What was started under this key, once: the second who asks loads anew. */
export function takeEarly<Answer>(key: string): Promise<Answer> | undefined {
  const answer = started.get(key)
  started.delete(key)
  return answer as Promise<Answer> | undefined
}
