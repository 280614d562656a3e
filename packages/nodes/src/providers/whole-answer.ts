import type { ModelEvent } from '@chatwright/core'

/** An answer that comes in one piece, told as the events a stream of it would have brought. */
export async function* wholeAnswer<Body>(
  ask: () => Promise<Body>,
  decode: (body: Body, events: ModelEvent[]) => void,
): AsyncGenerator<ModelEvent, void, undefined> {
  const events: ModelEvent[] = []
  decode(await ask(), events)
  yield* events
}
