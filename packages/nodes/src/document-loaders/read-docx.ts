import type { Document, NodeContext, OpenFile } from '@chatwright/core'
import { parseIsolated } from './isolated-parser.ts'

export async function readDocx(
  file: OpenFile,
  { context, signal }: { context: Pick<NodeContext, 'isolate'>; signal: AbortSignal },
): Promise<Document[]> {
  const pageContent = await parseIsolated<string>({ context, parser: 'parse-docx', bytes: file.bytes, signal })
  return [{ pageContent, metadata: { source: file.name } }]
}
