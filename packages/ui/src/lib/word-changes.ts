export interface WordPiece {
  text: string
  /** Left out where both have it. */
  change?: 'added' | 'removed'
}

/** Longer texts are compared as they are: the table below grows with both. */
const MOST_WORDS = 1500

/** What became of a text, word by word: what is gone, what is new, and what stayed, in the order of reading. */
export function wordChanges(before: string, after: string): WordPiece[] {
  const [from, to] = [wordsOf(before), wordsOf(after)]
  if (before === after) return [{ text: after }]
  if (from.length > MOST_WORDS || to.length > MOST_WORDS) {
    return [
      { text: before, change: 'removed' },
      { text: after, change: 'added' },
    ]
  }
  const width = to.length + 1
  // The longest row of words that both have, from each place on.
  const common = new Uint16Array((from.length + 1) * width)
  const at = (row: number, column: number): number => common[row * width + column] ?? 0
  for (let row = from.length - 1; row >= 0; row -= 1) {
    for (let column = to.length - 1; column >= 0; column -= 1) {
      common[row * width + column] =
        from[row] === to[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1))
    }
  }
  const pieces: WordPiece[] = []
  const put = (text: string, change?: WordPiece['change']): void => {
    const last = pieces.at(-1)
    if (last && last.change === change) last.text += text
    else pieces.push({ text, ...(change && { change }) })
  }
  let [row, column] = [0, 0]
  while (row < from.length || column < to.length) {
    const [old = '', next = ''] = [from[row], to[column]]
    if (row < from.length && column < to.length && old === next) {
      put(next)
      row += 1
      column += 1
    } else if (column >= to.length || (row < from.length && at(row + 1, column) >= at(row, column + 1))) {
      put(old, 'removed')
      row += 1
    } else {
      put(next, 'added')
      column += 1
    }
  }
  return pieces
}

/** Words, each with the spaces behind it. */
function wordsOf(text: string): string[] {
  return text.match(/\S+\s*|^\s+/gu) ?? []
}
