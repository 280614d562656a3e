import type { CheerioAPI } from 'cheerio'
import { openArchive, relationsOf, type Archive } from '../archives/open-archive.ts'

export interface Sheet {
  name: string
  /** By the column's heading, which is the first row that holds anything. */
  rows: { line: number; cells: [column: string, value: string][] }[]
}

const BOOK = 'xl/workbook.xml'

/** Runs in a child process: the sheets of an Excel file, in the order of their tabs. */
export default async function parseXlsx({ bytes }: { bytes: Uint8Array }): Promise<Sheet[]> {
  const archive = await openArchive(bytes)
  const [book, parts, texts, dates] = await Promise.all([
    archive.xml(BOOK),
    relationsOf(archive, BOOK),
    readTexts(archive),
    readDateStyles(archive),
  ])
  const isFrom1904 = ['1', 'true'].includes(book?.('workbookPr').attr('date1904') ?? '')
  const sheets: Sheet[] = []
  for (const each of book?.('sheets > sheet').toArray() ?? []) {
    const xml = await archive.xml(parts.get(each.attribs['r:id'] ?? '') ?? '')
    if (xml) sheets.push({ name: each.attribs['name'] ?? '', rows: readRows(xml, { texts, dates, isFrom1904 }) })
  }
  return sheets
}

interface Reading {
  texts: readonly string[]
  dates: ReadonlySet<number>
  isFrom1904: boolean
}

function readRows(xml: CheerioAPI, reading: Reading): Sheet['rows'] {
  let headings: Map<string, string> | undefined
  const rows: Sheet['rows'] = []
  for (const row of xml('sheetData > row').toArray()) {
    const cells = xml(row)
      .children('c')
      .toArray()
      .map((cell) => [/^[a-z]+/i.exec(cell.attribs['r'] ?? '')?.[0] ?? '', valueOf(xml, cell, reading)] as const)
      .filter(([, value]) => value !== '')
    if (cells.length === 0) continue
    if (!headings) {
      headings = new Map(cells)
      continue
    }
    const named = cells.map(([column, value]): [string, string] => [headings?.get(column) ?? column, value])
    rows.push({ line: Number(row.attribs['r'] ?? rows.length + 2), cells: named })
  }
  // A sheet of one row has no headings, but words.
  if (headings && rows.length === 0) return [{ line: 1, cells: [...headings] }]
  return rows
}

function valueOf(xml: CheerioAPI, cell: Parameters<CheerioAPI>[0] & object, reading: Reading): string {
  const found = xml(cell)
  const kind = found.attr('t')
  if (kind === 'inlineStr') return found.find('t').text().trim()
  const raw = found.children('v').first().text().trim()
  if (kind === 's') return (reading.texts[Number(raw)] ?? '').trim()
  if (kind === 'b') return raw === '1' ? 'TRUE' : 'FALSE'
  const isNumber = raw !== '' && (kind === undefined || kind === 'n')
  return isNumber && reading.dates.has(Number(found.attr('s') ?? 0)) ? dateOf(Number(raw), reading) : raw
}

async function readTexts(archive: Archive): Promise<string[]> {
  const xml = await archive.xml('xl/sharedStrings.xml')
  if (!xml) return []
  // How a word is spoken, beside Japanese ones, would be read as a part of it.
  xml('rPh').remove()
  return xml('sst > si')
    .toArray()
    .map((item) => xml(item).find('t').text())
}

/** Excel's own formats of dates and times. */
const DATE_FORMATS: ReadonlySet<number> = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47])

/** The styles that show a number as a day or a time. */
async function readDateStyles(archive: Archive): Promise<ReadonlySet<number>> {
  const xml = await archive.xml('xl/styles.xml')
  if (!xml) return new Set()
  const own = xml('numFmts > numFmt')
    .toArray()
    .filter(({ attribs }) => /[dmyhs]/i.test(withoutLiterals(attribs['formatCode'] ?? '')))
    .map(({ attribs }) => Number(attribs['numFmtId']))
  const formats = new Set([...DATE_FORMATS, ...own])
  return new Set(
    xml('cellXfs > xf')
      .toArray()
      .flatMap(({ attribs }, index) => (formats.has(Number(attribs['numFmtId'])) ? [index] : [])),
  )
}

const DAY_MS = 86_400_000

/** Days since the end of 1899, or since 1904; a whole one is a day, the rest of it a time. */
function dateOf(days: number, { isFrom1904 }: Reading): string {
  const start = isFrom1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30)
  const date = new Date(start + Math.round(days * DAY_MS))
  if (Number.isNaN(date.getTime())) return String(days)
  const [day = '', time = ''] = date.toISOString().split('T')
  const clock = time.slice(0, 8)
  if (days < 1) return clock
  return clock === '00:00:00' ? day : `${day} ${clock}`
}

/** A format without its quoted texts, its brackets and escaped signs. */
function withoutLiterals(format: string): string {
  let code = ''
  let end = ''
  for (let at = 0; at < format.length; at += 1) {
    const sign = format[at] ?? ''
    if (end !== '') {
      if (sign === end) end = ''
    } else if (sign === '"' || sign === '[') end = sign === '[' ? ']' : sign
    else if (sign === '\\') at += 1
    else code += sign
  }
  return code
}
