import { NodeError, type OpenFile } from '@chatwright/core'
import { displayName, sniffType } from './sniff-type.ts'

const MAX_INLINE_BYTES = 100 * 1024 ** 2

/** Reads `data:<type>;base64,<content>,filename:<name>`, as flows hold files inline. */
export async function readInlineFile(text: string): Promise<OpenFile> {
  const comma = text.indexOf(',')
  const head = text.slice(0, comma)
  if (comma < 0 || !/^data:[^,]*;base64$/i.test(head)) throw unreadable()
  if (text.length > MAX_INLINE_BYTES * 1.4) throw tooLarge()
  const end = text.indexOf(',', comma + 1)
  const content = text.slice(comma + 1, end < 0 ? undefined : end)
  const given = end < 0 ? undefined : /^filename:(.*)$/s.exec(text.slice(end + 1))?.[1]
  const bytes = Buffer.from(content, 'base64')
  const name = displayName(given ?? 'file')
  return { name, bytes, mimeType: await sniffType(name, bytes) }
}

function unreadable(): NodeError {
  return new NodeError("The file in this node can't be read.", { code: 'bad-input', hint: 'Choose the file again.' })
}

function tooLarge(): NodeError {
  return new NodeError('The file in this node is larger than 100 MB.', { code: 'refused', hint: 'Split it up.' })
}
