/** The cells of a line that is a row of a Markdown table. */
export function readCells(line: string): string[] | undefined {
  const row = /^\s*\|(.*)\|\s*$/.exec(line)?.[1]
  return row?.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'))
}

/** Whether a line parts the head of a table from its rows. */
export function isDelimiterRow(line: string | undefined): boolean {
  return readCells(line ?? '')?.every((cell) => /^:?-+:?$/.test(cell)) ?? false
}
