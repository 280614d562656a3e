import { NodeError, type ModelEvent } from '@chatwright/core'
import { retryOrThrow } from '../http/retry.ts'
import { joinTexts } from '../model-values/join-texts.ts'
import type { Endpoint } from './endpoint.ts'
import { openCall, type Call } from './exchange.ts'
import type { Framing } from './framing.ts'
import { brokenAnswer, networkError, notAnApi } from './provider-errors.ts'

/** Turns a vendor's payloads into model events. One instance per stream; pure, so that it is tested without a network. */
export interface StreamDecoder {
  push(payload: string, events: ModelEvent[]): void
  /** The vendor has said that the answer is whole. */
  readonly isComplete: boolean
  /** Called at the end of a stream that did not say so itself; throws when the answer is not whole. */
  end(events: ModelEvent[]): void
}

/**
 * Streams a model's answer. Retries only while nothing has been forwarded; closes the request when the reader leaves.
 */
export async function* streamEvents(
  call: Call,
  format: { framing(firstPiece: Uint8Array): Framing; decoder(): StreamDecoder },
): AsyncGenerator<ModelEvent, void, undefined> {
  let hasForwarded = false
  for (let tries = 1; ; tries++) {
    try {
      const exchange = await openCall(call)
      try {
        refuseWebPage(exchange.response, call.endpoint)
        const decoder = format.decoder()
        let framing: Framing | undefined
        const events: ModelEvent[] = []
        for (let piece = await exchange.read(); piece; piece = await exchange.read()) {
          framing ??= format.framing(piece)
          const fault = decode(framing.push(piece), decoder, events)
          for (const event of joinTexts(events)) {
            hasForwarded = true
            yield event
          }
          events.length = 0
          if (fault) throw fault.error
          if (decoder.isComplete) await exchange.drain()
        }
        if (decoder.isComplete) return
        for (const payload of framing?.end() ?? []) decoder.push(payload, events)
        if (!decoder.isComplete) decoder.end(events)
        yield* events
        return
      } finally {
        exchange.close()
      }
    } catch (error) {
      // Who has begun to answer is reachable, and speaks the right language.
      const explain = (fault: unknown) =>
        hasForwarded && !(fault instanceof NodeError)
          ? brokenAnswer(call.endpoint, fault)
          : networkError(call.endpoint, fault)
      await retryOrThrow(error, { tries, signal: call.signal, hasForwarded, explain })
    }
  }
}

/** Reads payloads up to one that fails: what came before it is told first. */
function decode(payloads: string[], decoder: StreamDecoder, events: ModelEvent[]): { error: unknown } | undefined {
  try {
    for (const payload of payloads) decoder.push(payload, events)
    return undefined
  } catch (error) {
    return { error }
  }
}

function refuseWebPage({ headers }: Response, endpoint: Endpoint): void {
  if (headers.get('content-type')?.startsWith('text/html')) throw notAnApi(endpoint)
}
