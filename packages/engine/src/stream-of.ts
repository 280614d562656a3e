/** Turns "call me with each event" into something to iterate. Events wait in line for a slow reader. */
export async function* streamOf<Event>(
  produce: (emit: (event: Event) => void) => Promise<void>,
): AsyncGenerator<Event, void> {
  let waiting: Event[] = []
  let isDone = false
  let wake = (): void => {}
  const produced = produce((event) => {
    waiting.push(event)
    wake()
  }).finally(() => {
    isDone = true
    wake()
  })
  // Read below; a reader who leaves early never sees it.
  produced.catch(() => {})
  for (;;) {
    const batch = waiting
    waiting = []
    yield* batch
    if (waiting.length > 0) continue
    if (isDone) break
    await new Promise<void>((resolve) => {
      wake = resolve
    })
  }
  await produced
}
