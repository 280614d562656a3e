import { fileTypeFromBuffer } from 'file-type'
import { extname } from 'node:path'
import { isText, textTypes } from './sniff-type.ts'

/** What a file may be taken for. Its content decides; name and declaration only among kinds of text, which look alike. */
export interface ToldKinds {
  ending: string
  mimeTypes: ReadonlySet<string>
  /** Known by its first bytes, and so no text. */
  isBinary: boolean
}

export async function tellKinds({ name, mimeType, bytes }: GivenFile): Promise<ToldKinds> {
  const ending = extname(name).toLowerCase()
  const found = (await fileTypeFromBuffer(bytes).catch(() => undefined))?.mime
  if (found !== undefined && !isTextual(found)) {
    return { ending, mimeTypes: allNames(found), isBinary: true }
  }
  const declared = isTextual(mimeType) ? mimeType : undefined
  const kind = textTypes[ending] ?? declared ?? found ?? (isText(bytes) ? 'text/plain' : 'application/octet-stream')
  return { ending, mimeTypes: allNames(kind), isBinary: false }
}

/** The one name under which a file is kept. */
export async function tellType(file: GivenFile): Promise<string> {
  const { mimeTypes } = await tellKinds(file)
  // Sound and film come in the same containers; a recording is the one its recorder says.
  const isSameContainer = [...mimeTypes].some((type) => containerOf(type) === containerOf(file.mimeType))
  const [told = 'application/octet-stream'] = mimeTypes
  return isSameContainer && /^(?:audio|video)\//.test(told) ? file.mimeType : told
}

function containerOf(mimeType: string): string | undefined {
  return /^(?:audio|video)\/(webm|mp4|ogg)$/.exec(mimeType)?.[1] ?? mimeType
}

/** Whether a file is of a kind as owners and nodes write it: `application/pdf`, `image/*`, `.pdf`, `*`. */
export function isOfKind({ ending, mimeTypes, isBinary }: ToldKinds, kind: string): boolean {
  if (kind === '*' || kind === '*/*') return true
  if (kind.endsWith('/*')) return [...mimeTypes].some((type) => type.startsWith(kind.slice(0, -1)))
  if (!kind.startsWith('.')) return mimeTypes.has(kind)
  if (ending !== kind) return false
  const types = binaryTypes[ending]
  if (types) return types.some((type) => mimeTypes.has(type))
  return !isBinary || !textEndings.has(ending)
}

interface GivenFile {
  name: string
  mimeType: string
  bytes: Uint8Array
}

const OFFICE = 'application/vnd.openxmlformats-officedocument'

/** Endings whose content begins in a way of its own: a file without it is none. */
const binaryTypes: Readonly<Record<string, readonly string[]>> = {
  '.pdf': ['application/pdf'],
  '.docx': [`${OFFICE}.wordprocessingml.document`],
  '.xlsx': [`${OFFICE}.spreadsheetml.sheet`],
  '.pptx': [`${OFFICE}.presentationml.presentation`],
  '.epub': ['application/epub+zip'],
  '.doc': ['application/x-cfb'],
  '.xls': ['application/x-cfb'],
  '.ppt': ['application/x-cfb'],
  '.png': ['image/png'],
  '.jpg': ['image/jpeg'],
  '.jpeg': ['image/jpeg'],
  '.gif': ['image/gif'],
  '.webp': ['image/webp'],
}

/** Other names of a kind, and the kinds of documents that share one container. */
const alsoCalled: Readonly<Record<string, readonly string[]>> = {
  'application/yaml': ['application/x-yaml', 'text/yaml'],
  'application/xml': ['text/xml'],
  'application/x-cfb': ['application/msword', 'application/vnd.ms-excel', 'application/vnd.ms-powerpoint'],
}

const textEndings: ReadonlySet<string> = new Set([
  ...Object.keys(textTypes),
  '.txt',
  '.css',
  '.sql',
  '.log',
  '.js',
  '.ts',
  '.py',
  '.tsv',
])

const textualTypes: ReadonlySet<string> = new Set([
  'application/json',
  'application/jsonl',
  'application/ld+json',
  'application/xml',
  'application/yaml',
  'application/x-yaml',
  'application/sql',
  'application/javascript',
  'application/x-javascript',
  'application/typescript',
  'application/rtf',
  'image/svg+xml',
])

function isTextual(mimeType: string): boolean {
  return mimeType.startsWith('text/') || textualTypes.has(mimeType)
}

function allNames(mimeType: string): ReadonlySet<string> {
  return new Set([mimeType, ...(alsoCalled[mimeType] ?? [])])
}
