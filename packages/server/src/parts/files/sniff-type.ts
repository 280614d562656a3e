import { fileTypeFromBuffer } from 'file-type'
import { extname } from 'node:path'

/** Kinds of text, by ending: their content alone does not tell. */
export const textTypes: Readonly<Record<string, string>> = {
  '.csv': 'text/csv',
  '.json': 'application/json',
  '.jsonl': 'application/jsonl',
  '.md': 'text/markdown',
  '.markdown': 'text/markdown',
  '.yaml': 'application/yaml',
  '.yml': 'application/yaml',
  '.html': 'text/html',
  '.htm': 'text/html',
  '.xml': 'application/xml',
}

const SNIFFED_BYTES = 64 * 1024

/** What a file is by its content. Its name decides only among kinds of text. */
export async function sniffType(name: string, bytes: Uint8Array): Promise<string> {
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined)
  if (found) return found.mime
  if (!isText(bytes)) return 'application/octet-stream'
  return textTypes[extname(name).toLowerCase()] ?? 'text/plain'
}

export function isText(bytes: Uint8Array): boolean {
  const start = bytes.subarray(0, SNIFFED_BYTES)
  if (start.includes(0)) return false
  try {
    // The cut may fall inside a character, which `stream` forgives.
    new TextDecoder('utf-8', { fatal: true }).decode(start, { stream: true })
    return true
  } catch {
    return false
  }
}

/** A name fit to show and to save under: no folders, no control characters, no endless length. */
export function displayName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  const clean = last
    .replaceAll(/[\p{C}"<>|:*?]/gu, '')
    .replace(/^\.+/, '')
    .trim()
  // Half a character, where the cut falls inside one, cannot be written into a header.
  return clean === '' ? 'file' : clean.slice(-150).replace(/^\p{Surrogate}/u, '')
}
