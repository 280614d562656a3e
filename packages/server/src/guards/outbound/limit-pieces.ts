import { NodeError } from '@chatwright/core'
import type { Pieces } from './pieces.ts'

interface BodyLimits {
  host: string
  maxBytes: number
  /** Called once, however the body ends. */
  onEnd?: () => void
  /** Turns what broke the body into an error that speaks. */
  explain?: (error: unknown) => unknown
}

/** Passes a body on and counts it. */
export function limitPieces(body: Pieces, { host, maxBytes, onEnd, explain }: BodyLimits): Pieces {
  let length = 0
  let isOver = false
  const end = (): void => {
    if (isOver) return
    isOver = true
    onEnd?.()
  }
  const cancel = (): void => {
    end()
    body.cancel()
  }
  return {
    cancel,
    async read() {
      let piece: Uint8Array | undefined
      try {
        piece = await body.read()
      } catch (error) {
        end()
        throw explain ? explain(error) : error
      }
      if (!piece) {
        end()
        return undefined
      }
      length += piece.byteLength
      if (length <= maxBytes) return piece
      cancel()
      throw tooLarge(host, maxBytes)
    },
  }
}

function tooLarge(host: string, maxBytes: number): NodeError {
  return new NodeError(`The response from ${host} is larger than ${Math.round(maxBytes / 1024 ** 2)} MB.`, {
    code: 'refused',
    hint: 'Request less data at once, or use another address.',
  })
}
