import { openArchive, placeOf } from '../archives/open-archive.ts'
import { readPageText } from '../web/page-text.ts'

/** Runs in a child process: the text of each chapter of a book, in the order of reading. */
export default async function parseEpub({ bytes }: { bytes: Uint8Array }): Promise<string[]> {
  const archive = await openArchive(bytes)
  const container = await archive.xml('META-INF/container.xml')
  const contents = container?.('rootfile').attr('full-path') ?? ''
  const book = await archive.xml(contents)
  if (!book) return []
  const places = new Map(
    book('manifest > item')
      .toArray()
      .map(({ attribs }) => [attribs['id'], attribs['href']] as const),
  )
  const chapters: string[] = []
  for (const { attribs } of book('spine > itemref').toArray()) {
    const place = places.get(attribs['idref'] ?? '')
    const page = place === undefined ? undefined : await archive.text(decodeURIComponent(placeOf(place, contents)))
    const text = page === undefined ? '' : readPageText(page).text.trim()
    if (text !== '') chapters.push(text)
  }
  return chapters
}
