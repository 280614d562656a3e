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
  // A model sends each token in a chunk of its own, and many arrive in one read of the socket: they go on as one piece.
  let gathered: Uint8Array[] = []
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const flush = (): void => {
          if (gathered.length === 0) return
          const [first] = gathered
          controller.enqueue(first && gathered.length === 1 ? first : Buffer.concat(gathered))
          gathered = []
          if ((controller.desiredSize ?? 0) <= 0) body.pause()
        }
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
          if (gathered.length === 0) {
            queueMicrotask(() => {
              if (!isOver) flush()
            })
          }
          gathered.push(piece)
        })
        body.on('end', () => {
          if (isOver) return
          flush()
          end()
          controller.close()
        })
        body.on('error', (error) => {
          if (isOver) return
          flush()
          end()
          controller.error(explain(error))
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
