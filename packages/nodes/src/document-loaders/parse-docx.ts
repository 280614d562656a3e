import type { WordDocument } from '../word/word-document.ts'
import { readOutlineLevels } from '../word/outline-levels.ts'
import { writeMarkdown } from '../word/write-markdown.ts'

/** Runs in a child process: a Word document as Markdown. */
export default async function parseDocx({ bytes }: { bytes: Uint8Array }): Promise<string> {
  const [{ default: mammoth }, { default: JSZip }] = await Promise.all([import('mammoth'), import('jszip')])
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  // mammoth knows styles by their name alone; the outline levels of others have to be read beside it.
  const stylesXml = (await (await JSZip.loadAsync(buffer)).file('word/styles.xml')?.async('string')) ?? ''
  let markdown = ''
  await mammoth.convertToHtml(
    { buffer },
    {
      includeEmbeddedStyleMap: false,
      transformDocument: (document: WordDocument) => {
        markdown = writeMarkdown(document, readOutlineLevels(stylesXml))
        // What it would write as HTML is not wanted, least of all the pictures.
        return { ...document, children: [] }
      },
    },
  )
  return markdown
}
