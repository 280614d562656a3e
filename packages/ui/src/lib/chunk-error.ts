/** What the loader says about a chunk that did not arrive. */
export interface ChunkError {
  chunkId: string
  kind: 'missing' | 'timeout' | 'load'
  address: string
  code: string
}

/** Reads the loader's error; nothing when the error is of another sort. */
export function readChunkError(error: unknown): ChunkError | undefined {
  if (!(error instanceof Error)) return undefined
  const code = textField(error, 'code')
  const isStyle = code === 'CSS_CHUNK_LOAD_FAILED'
  if (error.name !== 'ChunkLoadError' && !isStyle) return undefined
  return {
    chunkId: /chunk ([\w-]+)/i.exec(error.message)?.[1] ?? '',
    kind: chunkFailure(textField(error, 'type')),
    address: textField(error, 'request'),
    code: isStyle ? code : error.name,
  }
}

/** The loader names the browser's event: one that fails to load is an `error` event. */
function chunkFailure(type: string): ChunkError['kind'] {
  return type === 'missing' || type === 'timeout' ? type : 'load'
}

function textField(error: Error, name: string): string {
  const value: unknown = Reflect.get(error, name)
  return typeof value === 'string' ? value : ''
}
