import type { ModelEvent } from '@chatwright/core'
import type { Endpoint } from './endpoint.ts'
import type { Call } from './exchange.ts'
import { networkError } from './provider-errors.ts'
import { requestText } from './request-json.ts'
import type { StreamDecoder } from './stream-events.ts'

/** An answer that comes in one piece, told as the events a stream of it would have brought. */
export async function* wholeAnswer<Body>(
  endpoint: Endpoint,
  ask: () => Promise<Body>,
  decode: (body: Body, events: ModelEvent[]) => void,
): AsyncGenerator<ModelEvent, void, undefined> {
  const events: ModelEvent[] = []
  const body = await ask()
  try {
    decode(body, events)
  } catch (error) {
    throw networkError(endpoint, error)
  }
  yield* events
}

/** The same for vendors whose whole answer is what one frame of a stream would be. */
export function wholeFrame(call: Call, decoder: StreamDecoder): AsyncGenerator<ModelEvent, void, undefined> {
  return wholeAnswer(
    call.endpoint,
    () => requestText(call),
    (text, events) => {
      decoder.push(text, events)
      if (!decoder.isComplete) decoder.end(events)
    },
  )
}
