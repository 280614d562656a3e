import type { Transform } from 'node:stream'
import { constants, createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'

/** Lenient about a missing end, as browsers are: some servers cut the last bytes of what they pack. */
const zlibOptions = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH }
const brotliOptions = {
  flush: constants.BROTLI_OPERATION_FLUSH,
  finishFlush: constants.BROTLI_OPERATION_FLUSH,
}

/** Names of packings in the order they come off: the last one named was applied last. Those that pack nothing are left out. */
export function packingsIn(encoding: string): string[] {
  const names = encoding.toLowerCase().split(',')
  return names
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity')
    .reverse()
}

/** Takes one packing off; nothing for a packing that is not known. */
export function unpackerOf(name: string): Transform | undefined {
  if (name === 'gzip' || name === 'x-gzip') return createGunzip(zlibOptions)
  if (name === 'deflate') return createInflate(zlibOptions)
  return name === 'br' ? createBrotliDecompress(brotliOptions) : undefined
}
