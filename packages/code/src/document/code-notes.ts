import { isRecord } from './is-same.ts'
import { isWritable } from '../syntax/signs.ts'

/** What a node keeps of its code that is none of its settings, under `data.code`: other programs pass it on as it is. */
export interface CodeNotes {
  /** The comment above it. */
  comment?: string
  /** The comment above the whole flow, and the one below: the first and the last node keep them. */
  head?: string
  tail?: string
  /** Texts that stand in files of another name or length than the printer would choose, by their path in the inputs. */
  files?: Record<string, string>
}

const KEYS: ReadonlySet<string> = new Set(['comment', 'head', 'tail', 'files'])

/** The notes of a node; nothing where `code` is something else, which then stays as it is. */
export function readNotes(value: unknown): CodeNotes | undefined {
  if (!isRecord(value) || Object.keys(value).length === 0) return undefined
  const { comment, head, tail, files } = value
  const isRead =
    Object.keys(value).every((key) => KEYS.has(key)) &&
    [comment, head, tail].every((text) => text === undefined || isComment(text)) &&
    (files === undefined || (isRecord(files) && Object.values(files).every(isFilePath)))
  return isRead ? value : undefined
}

/** What a comment of lines can hold. */
function isComment(text: unknown): boolean {
  return typeof text === 'string' && isWritable(text)
}

/** A file below the folder: nothing absolute, nothing above, no sign that a file system reads in its own way. */
export function isFilePath(path: unknown): path is string {
  return typeof path === 'string' && path.length <= 200 && /^[\w-][\w.-]*(?:\/[\w-][\w.-]*)*$/.test(path)
}
