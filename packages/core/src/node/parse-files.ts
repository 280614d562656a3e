import { parseJson } from '../parse-json.ts'
/** Begins a reference to a file that the server keeps. */
export const STORED_FILE_PREFIX = 'FILE-STORAGE::'

/** The files of a `file` input, each a reference to a stored file or inline data; `undefined` when it holds none. */
export function parseFiles(value: unknown): string[] | undefined {
  const entries = typeof value === 'string' ? splitFiles(value) : value
  if (!Array.isArray(entries) || entries.length === 0) return undefined
  const files = entries.flatMap((entry) => (typeof entry === 'string' ? splitFiles(entry) : [entry]))
  return files.every(isFile) ? files : undefined
}

function splitFiles(text: string): unknown[] {
  if (text.startsWith(STORED_FILE_PREFIX)) {
    const names = readList(text.slice(STORED_FILE_PREFIX.length))
    return names ? names.map((name) => `${STORED_FILE_PREFIX}${String(name)}`) : [text]
  }
  return readList(text) ?? [text]
}

function readList(text: string): unknown[] | undefined {
  if (!text.trim().startsWith('[')) return undefined
  try {
    const value: unknown = parseJson(text)
    return Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isFile(entry: unknown): entry is string {
  if (typeof entry !== 'string') return false
  return entry.startsWith('data:') || (entry.startsWith(STORED_FILE_PREFIX) && entry.length > STORED_FILE_PREFIX.length)
}
