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
    throw new NodeError(`${file.name} holds no text.`, {
      code: 'unsupported',
      hint: 'If it shows pictures of text, run them through text recognition (OCR) first.',
    })
  }
  return [{ pageContent, metadata: { source: file.name } }]
}

function noDocument({ name }: OpenFile): NodeError {
  return new NodeError(`${name} is no Word document, or only a part of one.`, {
    code: 'unsupported',
    hint: 'Save or download it once more. A .doc file has to be saved as .docx first.',
  })
}
