import { NodeError } from '@chatwright/core'
import { pipeline, Readable } from 'node:stream'
import { packingsIn, unpackerOf } from './unpack.ts'

/** A body read piece by piece. Whoever does not read holds the sender back. */
export interface Pieces {
  /** The next piece, or nothing at the end. */
  read(): Promise<Uint8Array | undefined>
  /** Nobody will read on. */
  cancel(): void
}

interface Unpacking {
  host: string
  /** Counts what goes into an unpacker: endless bytes may unpack to nothing. What comes out is the caller's to count. */
  limit(pieces: Pieces): Pieces
}

/** Nobody packs more than twice; each name of a header would cost an unpacker. */
const MOST_PACKINGS = 2

/** A body as it was before it was packed for the way. An unknown packing is left as it is. */
export function unpackPieces(packed: Pieces, encoding: string | null, { host, limit }: Unpacking): Pieces {
  if (encoding === null || encoding === 'identity') return packed
  const names = packingsIn(encoding)
  if (names.length <= MOST_PACKINGS) return names.reduce((pieces, name) => unpack(limit(pieces), name), packed)
  packed.cancel()
  throw new NodeError(`The response from ${host} is compressed ${names.length} times.`, {
    code: 'refused',
    hint: 'Use another address.',
  })
}

function unpack(packed: Pieces, name: string): Pieces {
  const unpacker = unpackerOf(name)
  if (!unpacker) return packed
  // A fault of the one end destroys the other with it; whoever reads hears of it there.
  const unpacked = pipeline(Readable.from(eachPiece(packed), { objectMode: false }), unpacker, () => undefined)
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
