import { NodeError, type Document, type NodeContext, type OpenFile } from '@chatwright/core'
import { parseIsolated } from './isolated-parser.ts'
import { isWholeArchive } from './whole-archive.ts'

export async function readDocx(
  file: OpenFile,
  { context, signal }: { context: Pick<NodeContext, 'isolate'>; signal: AbortSignal },
): Promise<Document[]> {
  if (!isWholeArchive(file.bytes)) throw noDocument(file)
  const pageContent = await parseIsolated<string>({ context, parser: 'parse-docx', bytes: file.bytes, signal })
  if (pageContent === '') {
    throw new NodeError(`${file.name} contains no text.`, {
      code: 'unsupported',
      hint: 'If it contains images of text, run text recognition (OCR) on it first.',
    })
  }
  return [{ pageContent, metadata: { source: file.name } }]
}

function noDocument({ name }: OpenFile): NodeError {
  return new NodeError(`${name} isn't a Word document, or only part of one.`, {
    code: 'unsupported',
    hint: 'Save or download the file again. Save a .doc file as .docx first.',
  })
}
