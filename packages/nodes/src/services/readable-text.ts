import { joinTexts } from '../turns/take-turns.ts'
import { readAnyFile } from '../document-loaders/read-any-file.ts'
import type { ServiceCalls } from './service.ts'

interface Content {
  name: string
  mimeType: string
  content: unknown
}

/** The text of a file of any kind, parsed outside the server's thread. */
export async function readableText({ name, mimeType, content }: Content, calls: ServiceCalls): Promise<string> {
  if (!(content instanceof Uint8Array)) return String(content)
  const options = { context: calls.context, usage: 'perFile' as const, signal: calls.signal }
  return joinTexts(await readAnyFile({ name, mimeType, bytes: content }, options))
}
