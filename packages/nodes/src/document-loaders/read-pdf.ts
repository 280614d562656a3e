import { NodeError, type Document, type NodeContext, type OpenFile } from '@chatwright/core'
import { parseIsolated } from './isolated-parser.ts'
import type { ParsedPdf } from './parse-pdf.ts'

interface ReadOptions {
  context: Pick<NodeContext, 'isolate'>
  usage: 'perPage' | 'perFile'
  signal: AbortSignal
}

export async function readPdf(file: OpenFile, { context, usage, signal }: ReadOptions): Promise<Document[]> {
  if (!isPdf(file.bytes)) throw noPdf(file)
  const { pages, info } = await parseIsolated<ParsedPdf>({ context, parser: 'parse-pdf', bytes: file.bytes, signal })
  if (pages.every((page) => page.trim() === '')) {
    throw new NodeError(`${file.name} contains images of text, but no text.`, {
      code: 'unsupported',
      hint: 'Run text recognition (OCR) on it first.',
    })
  }
  const metadata = { source: file.name, pdf: { info, totalPages: pages.length } }
  if (usage === 'perFile') return [{ pageContent: pages.join('\n\n'), metadata }]
  return withHeadings(pages)
    .map((pageContent, index) => ({ pageContent, metadata: { ...metadata, loc: { pageNumber: index + 1 } } }))
    .filter((page) => page.pageContent.trim() !== '')
}

/** What is of another kind needs no process to be told. */
function isPdf(bytes: Uint8Array): boolean {
  return new TextDecoder('latin1').decode(bytes.subarray(0, 1024)).includes('%PDF-')
}

function noPdf({ name }: OpenFile): NodeError {
  return new NodeError(`${name} isn't a PDF file.`, {
    code: 'unsupported',
    hint: 'Save or download the file again, or use the loader for its type.',
  })
}

/** A page that begins within a section opens with its heading: alone, it would not say what it is about. */
function withHeadings(pages: readonly string[]): string[] {
  let heading = ''
  return pages.map((page) => {
    const opening = heading === '' || page.trim() === '' || page.startsWith('#') ? '' : `${heading}\n\n`
    heading = page.match(/^#{1,6} .*$/gm)?.at(-1) ?? heading
    return opening + page
  })
}
