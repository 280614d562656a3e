import { NodeError } from '@chatwright/core'
import type { Readable } from 'node:stream'

interface BodyLimits {
  host: string
  maxBytes: number
  /** Called once, however the body ends. */
  onEnd: () => void
  /** Turns what broke the body into an error that speaks. */
  explain: (error: unknown) => unknown
}

/** Passes a body on, counting what comes out of decompression: a small file may unpack to an endless one. */
export function limitBody(body: Readable, { host, maxBytes, onEnd, explain }: BodyLimits): ReadableStream<Uint8Array> {
  let length = 0
  let isOver = false
  const end = (): boolean => {
    if (isOver) return false
    isOver = true
    onEnd()
    return true
  }
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        // Nothing flows before somebody reads: an answer that is never read must not fill memory.
        body.pause()
        body.on('data', (piece: Uint8Array) => {
          if (isOver) return
          length += piece.byteLength
          if (length > maxBytes) {
            end()
            controller.error(tooLarge(host, maxBytes))
            body.destroy()
            return
          }
          controller.enqueue(piece)
          if ((controller.desiredSize ?? 0) <= 0) body.pause()
        })
        body.on('end', () => {
          if (end()) controller.close()
        })
        body.on('error', (error) => {
          if (end()) controller.error(explain(error))
        })
        body.on('close', () => {
          if (end()) controller.error(explain(new Error('The answer broke off')))
        })
      },
      pull() {
        body.resume()
      },
      cancel() {
        end()
        body.destroy()
      },
    },
    { highWaterMark: 0 },
  )
}

function tooLarge(host: string, maxBytes: number): NodeError {
  return new NodeError(`The answer of ${host} is larger than ${Math.round(maxBytes / 1024 ** 2)} MB.`, {
    code: 'refused',
    hint: 'Ask for less at once, or choose another address.',
  })
}
