export interface ChunkSettings {
  chunkSize: number
  chunkOverlap: number
}

/**
 * Cuts at the first separator that occurs; pieces still too long are cut at the next ones. A separator stays at the
 * start of the piece it opens, so that a heading keeps its mark and code its keyword.
 */
export function splitRecursively(text: string, separators: readonly string[], settings: ChunkSettings): string[] {
  const index = separators.findIndex((separator) => separator === '' || text.includes(separator))
  const separator = separators[index] ?? ''
  const finer = index === -1 ? [] : separators.slice(index + 1)

  const chunks: string[] = []
  let fitting: string[] = []
  const flush = (): void => {
    chunks.push(...mergePieces(fitting, '', settings))
    fitting = []
  }
  for (const piece of splitKeeping(text, separator)) {
    if (piece.length <= settings.chunkSize) fitting.push(piece)
    else {
      flush()
      chunks.push(...(finer.length === 0 ? cutHard(piece, settings) : splitRecursively(piece, finer, settings)))
    }
  }
  flush()
  return chunks
}

/** Joins pieces into chunks up to the size; each chunk starts with the end of the one before, up to the overlap. */
export function mergePieces(pieces: readonly string[], separator: string, settings: ChunkSettings): string[] {
  const { chunkSize, chunkOverlap } = settings
  const chunks: string[] = []
  const window: string[] = []
  let length = 0
  let start = 0

  const lengthWith = (piece: string): number => length + piece.length + (window.length > start ? separator.length : 0)
  const emit = (): void => {
    const chunk = window.slice(start).join(separator).trim()
    if (chunk !== '') chunks.push(chunk)
  }
  for (const piece of pieces) {
    if (window.length > start && lengthWith(piece) > chunkSize) {
      emit()
      while (window.length > start && (length > chunkOverlap || lengthWith(piece) > chunkSize)) {
        length -= (window[start]?.length ?? 0) + (window.length - start > 1 ? separator.length : 0)
        start += 1
      }
    }
    length = lengthWith(piece)
    window.push(piece)
  }
  if (window.length > start) emit()
  return chunks
}

function splitKeeping(text: string, separator: string): string[] {
  if (separator === '') return Array.from(text)
  return text
    .split(separator)
    .map((piece, index) => (index === 0 ? piece : separator + piece))
    .filter((piece) => piece !== '')
}

function cutHard(text: string, settings: ChunkSettings): string[] {
  return mergePieces(Array.from(text), '', settings)
}
