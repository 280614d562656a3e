import { NodeError, type Document, type NodeContext, type OpenFile } from '@chatwright/core'
import { parseIsolated } from './isolated-parser.ts'

export async function readDocx(
  file: OpenFile,
  { context, signal }: { context: Pick<NodeContext, 'isolate'>; signal: AbortSignal },
): Promise<Document[]> {
  const pageContent = await parseIsolated<string>({ context, parser: 'parse-docx', bytes: file.bytes, signal })
  if (pageContent === '') {
    throw new NodeError(`${file.name} holds no text.`, {
      code: 'unsupported',
      hint: 'If it shows pictures of text, run them through text recognition (OCR) first.',
    })
  }
  return [{ pageContent, metadata: { source: file.name } }]
}
