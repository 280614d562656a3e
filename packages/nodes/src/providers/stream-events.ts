import { NodeError, type ModelEvent } from '@chatwright/core'
import { tooMuchAtOnce } from '../http/growing-bytes.ts'
import { retryOrThrow } from '../http/retry.ts'
import { joinTexts } from '../model-values/join-texts.ts'
import type { Endpoint } from './endpoint.ts'
import { openCall, type Call } from './exchange.ts'
import { mediaFrames, textFrames, type Framing, type FramingLimits } from './framing.ts'
import { brokenAnswer, networkError, notAnApi } from './provider-errors.ts'

/** Turns a vendor's payloads into model events. One instance per stream; pure, so that it is tested without a network. */
export interface StreamDecoder {
  push(payload: string, events: ModelEvent[]): void
  /** The vendor has said that the answer is whole. */
  readonly isComplete: boolean
  /** Called at the end of a stream that did not say so itself; throws when the answer is not whole. */
  end(events: ModelEvent[]): void
}

export interface StreamFormat {
  framing(firstPiece: Uint8Array, limits: FramingLimits): Framing
  decoder(): StreamDecoder
  /** Pictures or sound come in the stream, each in one long frame. */
  hasMedia?: boolean
}

/** More than any model says: a stream without an end is left here. */
const longestStream = 64 * 1024 * 1024

/**
 * Streams a model's answer. Retries only while nothing has been forwarded; closes the request when the reader leaves.
 */
export async function* streamEvents(call: Call, format: StreamFormat): AsyncGenerator<ModelEvent, void, undefined> {
  let hasForwarded = false
  for (let tries = 1; ; tries++) {
    let framing: Framing | undefined
    try {
      const exchange = await openCall(call)
      try {
        refuseWebPage(exchange.response, call.endpoint)
        const decoder = format.decoder()
        let length = 0
        const events: ModelEvent[] = []
        for (let piece = await exchange.read(); piece; piece = await exchange.read()) {
          framing ??= format.framing(piece, format.hasMedia ? mediaFrames : textFrames)
          length += piece.byteLength
          if (length > longestStream) throw tooMuchAtOnce()
          const lines = framing.lines
          const payloads = framing.push(piece)
          if (payloads.length > 0) exchange.noteWord()
          else if (framing.lines > lines) exchange.noteLife()
          const fault = decode(payloads, decoder, events)
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
        framing?.close()
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
