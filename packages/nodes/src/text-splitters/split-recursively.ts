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
  if (separator === '') return cutHard(text, settings)
  const finer = separators.slice(index + 1)

  const chunks: string[] = []
  let fitting: string[] = []
  const flush = (): void => {
    for (const chunk of mergePieces(fitting, '', settings)) chunks.push(chunk)
    fitting = []
  }
  for (const piece of splitKeeping(text, separator)) {
    if (piece.length <= settings.chunkSize) fitting.push(piece)
    else {
      flush()
      for (const chunk of splitRecursively(piece, finer, settings)) chunks.push(chunk)
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
  return text
    .split(separator)
    .map((piece, index) => (index === 0 ? piece : separator + piece))
    .filter((piece) => piece !== '')
}

/** By length alone, without a list of single characters: a line of many megabytes must not need gigabytes. */
function cutHard(text: string, { chunkSize, chunkOverlap }: ChunkSettings): string[] {
  const chunks: string[] = []
  let start = 0
  while (start < text.length) {
    const before = boundaryBefore(text, start + chunkSize)
    // A piece holds at least one whole character, however small it should be.
    const end = before > start ? before : start + 2
    const chunk = text.slice(start, end).trim()
    if (chunk !== '') chunks.push(chunk)
    if (end >= text.length) break
    const repeated = boundaryBefore(text, end - chunkOverlap)
    start = repeated > start ? repeated : end
  }
  return chunks
}

/** Some characters are two code units long, and half of one is none; a cut between them moves back. */
function boundaryBefore(text: string, at: number): number {
  const isInside = /[\uDC00-\uDFFF]/.test(text[at] ?? '') && /[\uD800-\uDBFF]/.test(text[at - 1] ?? '')
  return isInside ? at - 1 : at
}
