/** Endings of files that are text as they stand. */
export const TEXT_FILE_ENDINGS = [
  '.txt',
  '.html',
  '.aspx',
  '.asp',
  '.cpp',
  '.c',
  '.cs',
  '.css',
  '.go',
  '.h',
  '.java',
  '.js',
  '.less',
  '.ts',
  '.php',
  '.proto',
  '.python',
  '.py',
  '.rst',
  '.ruby',
  '.rb',
  '.rs',
  '.scala',
  '.sc',
  '.scss',
  '.sol',
  '.sql',
  '.swift',
  '.markdown',
  '.md',
  '.tex',
  '.ltx',
  '.vb',
  '.xml',
] as const

export type FileKind = 'pdf' | ArchiveKind | 'csv' | 'json' | 'jsonl' | 'html' | 'text'

type ArchiveKind = 'docx' | 'xlsx' | 'pptx' | 'epub'

/** By a part or a word that no other archive has. */
const ARCHIVES: readonly (readonly [ArchiveKind, string])[] = [
  ['docx', 'word/document.xml'],
  ['xlsx', 'xl/workbook.xml'],
  ['pptx', 'ppt/presentation.xml'],
  ['epub', 'META-INF/container.xml'],
]

const KIND_BY_ENDING: Record<string, FileKind> = {
  pdf: 'pdf',
  docx: 'docx',
  xlsx: 'xlsx',
  pptx: 'pptx',
  epub: 'epub',
  csv: 'csv',
  tsv: 'csv',
  json: 'json',
  jsonl: 'jsonl',
  ndjson: 'jsonl',
  html: 'html',
  htm: 'html',
}

/** What a file is: by its first bytes where they say, else by its name; `undefined` for bytes nobody here can read. */
export function sniffFileKind(file: { name: string; bytes: Uint8Array }): FileKind | undefined {
  const head = new TextDecoder('latin1').decode(file.bytes.subarray(0, 1024))
  if (head.includes('%PDF-')) return 'pdf'
  if (head.startsWith('PK\u0003\u0004')) return archiveKind(file.bytes)
  const kind = KIND_BY_ENDING[file.name.split('.').at(-1)?.toLowerCase() ?? '']
  // By their names alone they are none: what they are shows in their first bytes.
  if (kind === 'pdf' || ARCHIVES.some(([each]) => each === kind) || isBinary(file.bytes)) return undefined
  if (kind) return kind
  return /^\s*<(!doctype html|html)/i.test(head) ? 'html' : 'text'
}

function archiveKind(bytes: Uint8Array): ArchiveKind | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return ARCHIVES.find(([, part]) => file.includes(part))?.[0]
}

/** A NUL byte never occurs in text, except in UTF-16, which a byte order mark announces. */
function isBinary(bytes: Uint8Array): boolean {
  const hasByteOrderMark = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
  return !hasByteOrderMark && bytes.subarray(0, 8192).includes(0)
}
