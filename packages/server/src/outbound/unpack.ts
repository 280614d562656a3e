import { pipeline, type Readable } from 'node:stream'
import { constants, createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'

/** Lenient about a missing end, as browsers are: some servers cut the last bytes of what they pack. */
const zlibOptions = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH }
const brotliOptions = {
  flush: constants.BROTLI_OPERATION_FLUSH,
  finishFlush: constants.BROTLI_OPERATION_FLUSH,
}

/** A body as it was before it was packed for the way. An unknown packing is left as it is. */
export function unpack(body: Readable, encoding: string | null): Readable {
  const names = (encoding ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity')
  // The last one named was applied last, so it comes off first.
  return names.reverse().reduce<Readable>((packed, name) => {
    const unpacker = unpackerOf(name)
    // A fault of the one end destroys the other with it; whoever reads hears of it there.
    return unpacker ? pipeline(packed, unpacker, () => undefined) : packed
  }, body)
}

function unpackerOf(name: string) {
  if (name === 'gzip' || name === 'x-gzip') return createGunzip(zlibOptions)
  if (name === 'deflate') return createInflate(zlibOptions)
  return name === 'br' ? createBrotliDecompress(brotliOptions) : undefined
}
