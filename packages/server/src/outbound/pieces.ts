import { Readable } from 'node:stream'
import { unpack } from './unpack.ts'

/** A body read piece by piece. Whoever does not read holds the sender back. */
export interface Pieces {
  /** The next piece, or nothing at the end. */
  read(): Promise<Uint8Array | undefined>
  /** Nobody will read on. */
  cancel(): void
}

/** A body as it was before it was packed for the way. */
export function unpackPieces(packed: Pieces, encoding: string | null): Pieces {
  if (encoding === null || encoding === 'identity') return packed
  const unpacked = unpack(Readable.from(eachPiece(packed), { objectMode: false }), encoding)
  const iterator = unpacked[Symbol.asyncIterator]() as AsyncIterator<Uint8Array, undefined>
  return {
    read: async () => (await iterator.next()).value,
    cancel() {
      unpacked.destroy()
      packed.cancel()
    },
  }
}

/** Reads what is left of a short body, so that the connection can be used again; a long one is not worth it. */
export async function discard(body: Pieces): Promise<void> {
  let length = 0
  try {
    for (let piece = await body.read(); piece; piece = await body.read()) {
      length += piece.byteLength
      if (length > LONGEST_DISCARDED) break
    }
  } catch {
    // Nobody wanted it.
  }
  body.cancel()
}

const LONGEST_DISCARDED = 128 * 1024

async function* eachPiece(body: Pieces): AsyncGenerator<Uint8Array, void> {
  for (let piece = await body.read(); piece; piece = await body.read()) yield piece
}
