import type { CheerioAPI } from 'cheerio'
import { openArchive, relationsOf, type Archive } from '../archives/open-archive.ts'

const DECK = 'ppt/presentation.xml'

/** Runs in a child process: the text of each slide, with its notes, in the order they are shown. */
export default async function parsePptx({ bytes }: { bytes: Uint8Array }): Promise<string[]> {
  const archive = await openArchive(bytes)
  const [deck, parts] = await Promise.all([archive.xml(DECK), relationsOf(archive, DECK)])
  const slides: string[] = []
  for (const each of deck?.('p\\:sldIdLst > p\\:sldId').toArray() ?? []) {
    slides.push(await slideText(archive, parts.get(each.attribs['r:id'] ?? '') ?? ''))
  }
  return slides
}

async function slideText(archive: Archive, part: string): Promise<string> {
  const xml = await archive.xml(part)
  if (!xml) return ''
  const notesPart = [...(await relationsOf(archive, part)).values()].find((each) => each.includes('notesSlides/'))
  const notes = notesPart === undefined ? undefined : await archive.xml(notesPart)
  const spoken = notes ? textsIn(notes, 'p\\:sp:has(p\\:ph[type="body"])') : []
  return [textsIn(xml, 'p\\:sp, a\\:tbl'), spoken]
    .map((texts) => texts.join('\n\n'))
    .filter((text) => text !== '')
    .join('\n\n')
}

/** The text of each shape, a paragraph a line; of a table, a row a line. */
function textsIn(xml: CheerioAPI, shapes: string): string[] {
  return xml(shapes)
    .toArray()
    .map((shape) => {
      const rows = xml(shape).find('a\\:tr').toArray()
      if (rows.length > 0) {
        return rows
          .map((row) =>
            xml(row)
              .find('a\\:tc')
              .toArray()
              .map((cell) => paragraphs(xml, cell).join(' '))
              .join(' | '),
          )
          .join('\n')
      }
      const lines = paragraphs(xml, shape).join('\n')
      const isTitle = /title/i.test(xml(shape).find('p\\:ph').attr('type') ?? '')
      return isTitle && lines !== '' ? `# ${lines}` : lines
    })
    .filter((text) => text.trim() !== '')
}

function paragraphs(xml: CheerioAPI, shape: Parameters<CheerioAPI>[0] & object): string[] {
  return xml(shape)
    .find('a\\:p')
    .toArray()
    .map((paragraph) => xml(paragraph).find('a\\:t').text().trim())
    .filter((text) => text !== '')
}
