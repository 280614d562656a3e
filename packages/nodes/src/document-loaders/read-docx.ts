import { NodeError, type Document, type NodeContext, type OpenFile } from '@chatwright/core'
import { parseIsolated } from './isolated-parser.ts'

/** An archive ends with the list of what is in it, and a comment of at most so many bytes. */
const LONGEST_END = 22 + 0xffff

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

/** What is of another kind, or cut off, needs no process to be told. */
function isWholeArchive(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return (
    file.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004' &&
    file.subarray(-LONGEST_END).includes('PK\u0005\u0006', 0, 'latin1')
  )
}

function noDocument({ name }: OpenFile): NodeError {
  return new NodeError(`${name} is no Word document, or only a part of one.`, {
    code: 'unsupported',
    hint: 'Save or download it once more. A .doc file has to be saved as .docx first.',
  })
}
