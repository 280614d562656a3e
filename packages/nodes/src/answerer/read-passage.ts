import { isDelimiterRow, readCells } from '../text-splitters/markdown-table.ts'
import { writeRow } from './write-row.ts'

/** A sentence as it may be quoted: without the marks of Markdown. */
export interface Sentence {
  text: string
  /** What stands between it and the sentence before: items of lists and rows of tables have lines of their own. */
  joint: ' ' | '; ' | '\n' | '\n\n'
  /** The heading it stands under; empty for none. */
  heading: string
}

/** The sentences of a passage; one without any is quoted by its heading, or as it stands. */
export function readPassage(passage: string): Sentence[] {
  const sentences: Sentence[] = []
  const lines = passage.split('\n')
  let heading = ''
  let tableHead: string[] = []
  let before: LineKind = 'blank'
  for (const [index, line] of lines.entries()) {
    const title = /^\s*#{1,6}\s+(.*)$/.exec(line)?.[1]
    if (title !== undefined) heading = plainWords(title.replace(/(?<=\s)#+$/, '').trimEnd())
    const cells = readCells(line)
    if (!cells) tableHead = []
    else if (isDelimiterRow(lines[index + 1])) tableHead = cells
    if (title !== undefined || /^\s*(```|~~~)/.test(line) || cells === tableHead) continue
    const { sign, text } = cells ? { sign: '- ', text: writeRow(cells, tableHead) } : readLine(line)
    const kind = lineKind(sign, text)
    for (const [place, sentence] of sentencesIn(plainWords(text)).entries()) {
      const joint = place > 0 ? ' ' : jointBetween(before, kind)
      sentences.push({ text: place === 0 ? `${sign}${sentence}` : sentence, joint, heading })
    }
    // The blank lines between items of a list part nothing.
    if (kind !== 'blank' || before !== 'item') before = kind
  }
  if (sentences.length > 0) return sentences
  return [{ text: heading || passage.replaceAll(/\s+/g, ' ').trim(), joint: ' ', heading: '' }]
}

type LineKind = 'blank' | 'item' | 'field' | 'prose'

/** A field is a line like "price: 12", as a row of a table is written. The colon of "22:40" parts no name from its value. */
function lineKind(sign: string, text: string): LineKind {
  if (sign !== '') return 'item'
  if (text.trim() === '') return 'blank'
  return /^[^:.!?]{1,40}(?:: |(?<!\d):|:(?!\d))\S/.test(text) ? 'field' : 'prose'
}

function jointBetween(before: LineKind, kind: LineKind): Sentence['joint'] {
  if (before === 'item' || kind === 'item') return before === kind ? '\n' : '\n\n'
  if (before === 'blank') return '\n\n'
  return before === 'field' && kind === 'field' ? '; ' : ' '
}

/** Neighbouring sentences as one text. */
export function joinSentences(sentences: readonly Sentence[]): string {
  return sentences.map(({ text, joint }, index) => (index === 0 ? text : `${joint}${text}`)).join('')
}

function readLine(line: string): { sign: string; text: string } {
  const [mark = '', bullet, number] = /^[\s>]*(?:([-*+•])|(\d{1,4})[.)])\s+/.exec(line) ?? /^[\s>]+/.exec(line) ?? []
  const sign = number === undefined ? (bullet === undefined ? '' : '- ') : `${number}. `
  return { sign, text: line.slice(mark.length) }
}

/** The segmenter knows that "e.g." and "3.5" do not end a sentence. */
function sentencesIn(text: string): string[] {
  return [...segmenter.segment(text)].map(({ segment }) => segment.trim()).filter((sentence) => /\p{L}/u.test(sentence))
}

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })

/** Of what is printed bold only the words; lines to fill in are no marks. */
function plainWords(text: string): string {
  return text.replaceAll(/(\*\*|__)(?=[^\s*_])(.{1,300}?)(?<=[^\s*_])\1/g, '$2').trim()
}
