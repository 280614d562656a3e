import { NodeError } from '@chatwright/core'

interface BodyLimits {
  host: string
  maxBytes: number
  /** Called once, however the body ends. */
  onEnd: () => void
  /** Turns what broke the body into an error that speaks. */
  explain: (error: unknown) => unknown
}

/** Passes a body on, counting what comes out of decompression: a small file may unpack to an endless one. */
export function limitBody(
  body: ReadableStream<Uint8Array>,
  { host, maxBytes, onEnd, explain }: BodyLimits,
): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  let length = 0
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read()
          if (done) {
            onEnd()
            controller.close()
            return
          }
          length += value.byteLength
          if (length > maxBytes) throw tooLarge(host, maxBytes)
          controller.enqueue(value)
        } catch (error) {
          onEnd()
          controller.error(explain(error))
          await reader.cancel(error).catch(() => undefined)
        }
      },
      async cancel(reason) {
        onEnd()
        await reader.cancel(reason)
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
