export interface ParsedPdf {
  pages: string[]
  info: Record<string, unknown>
}

/** Runs in a child process: the text of each page, and what the file says about itself. */
export default async function parsePdf({ bytes }: { bytes: Uint8Array }): Promise<ParsedPdf> {
  const { extractText, getDocumentProxy, getMeta } = await import('unpdf')
  const pdf = await getDocumentProxy(new Uint8Array(bytes))
  const [{ text }, { info }] = await Promise.all([extractText(pdf, { mergePages: false }), getMeta(pdf)])
  return { pages: text, info: JSON.parse(JSON.stringify(info)) as Record<string, unknown> }
}
