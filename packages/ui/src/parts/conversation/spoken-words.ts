const FENCE = /^[ ]{0,9}(?:```|~~~)/
const TABLE_RULE = /^[\s|:-]+$/
const LINE_MARK = /^[\s>#]+/
const LIST_MARK = /^(?:[-*+]|\d{1,9}[.)])\s/
const LINK = /!?\[([^[\]]*)\]\([^()]*\)/g
const EMPHASIS = /(?<!\s)[*_~`]+(?!\w)|(?<!\w)[*_~`]+(?!\s)/g

/** An answer in Markdown as somebody would read it aloud: its words without the marks. Code is named, not spelled out. */
export function spokenWords(text: string, codeWord: string): string {
  const lines: string[] = []
  let isCode = false
  for (const line of text.split('\n')) {
    if (FENCE.test(line)) {
      if (!isCode) lines.push(codeWord)
      isCode = !isCode
    } else if (!isCode && !TABLE_RULE.test(line)) lines.push(wordsOf(line))
  }
  return lines.filter(Boolean).join('\n')
}

function wordsOf(line: string): string {
  const words = line
    .replace(LINE_MARK, '')
    .replace(LIST_MARK, '')
    .replaceAll(LINK, '$1')
    .replaceAll(EMPHASIS, '')
    .trim()
  return words.startsWith('|') ? cellsOf(words) : words
}

function cellsOf(row: string): string {
  return row
    .split('|')
    .map((cell) => cell.trim())
    .filter(Boolean)
    .join(', ')
}
