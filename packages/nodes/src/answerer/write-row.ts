/** A row as words, each cell with what its column is called. */
export function writeRow(cells: readonly string[], head: readonly string[]): string {
  if (cells.every((cell) => /^[:-]*$/.test(cell))) return ''
  const hasHead = head.some((title) => title !== '')
  if (!hasHead) return cells.filter((cell) => cell !== '').join(cells.length === 2 ? ': ' : ', ')
  return cells
    .map((cell, column) => (cell === '' || !head[column] ? cell : `${head[column]}: ${cell}`))
    .filter((cell) => cell !== '')
    .join('; ')
}
