import { writePages } from '../pdf/write-pages.ts'

export interface ParsedPdf {
  pages: string[]
  info: Record<string, unknown>
}

/** Runs in a child process: each page as Markdown, and what the file says about itself. */
export default async function parsePdf({ bytes }: { bytes: Uint8Array }): Promise<ParsedPdf> {
  const { extractTextItems, getDocumentProxy, getMeta } = await import('unpdf')
  const pdf = await getDocumentProxy(new Uint8Array(bytes))
  const [{ items }, { info }] = await Promise.all([extractTextItems(pdf), getMeta(pdf)])
  const pages = await Promise.all(
    items.map(async (each, index) => ({ items: each, view: (await pdf.getPage(index + 1)).view })),
  )
  return { pages: writePages(pages), info: JSON.parse(JSON.stringify(info)) as Record<string, unknown> }
}
