import { NodeError, type Document, type OpenFile } from '@chatwright/core'
import { decodeText } from './decode-text.ts'

export interface JsonOptions {
  /** JSON pointers, or names of keys, whose texts are wanted. None means all. */
  pointers: readonly string[]
  /** Each object of the list becomes one document instead of each text. */
  separateByObject?: boolean
}

export function readJson(file: OpenFile, { pointers, separateByObject }: JsonOptions): Document[] {
  const value = parseJsonFile(file)
  if (separateByObject) {
    const objects = Array.isArray(value) ? value : [value]
    return objects.map((object, index) => ({
      pageContent: describeObject(object),
      metadata: { source: file.name, line: index + 1 },
    }))
  }
  return textsOf(value, pointers).map((pageContent, index) => ({
    pageContent,
    metadata: { source: file.name, line: index + 1 },
  }))
}

export function parseJsonFile(file: OpenFile): unknown {
  return parse(decodeText(file.bytes), file.name)
}

export function readJsonLines(file: OpenFile, pointer: string): Document[] {
  return decodeText(file.bytes)
    .split('\n')
    .flatMap((line, index) => {
      if (line.trim() === '') return []
      const value = parse(line, `${file.name}, line ${index + 1}`)
      const texts = textsOf(value, pointer.trim() === '' ? [] : [pointer])
      return texts.map((pageContent) => ({ pageContent, metadata: { source: file.name, line: index + 1 } }))
    })
}

/** A key that is nowhere in a file is misspelt: loading nothing and calling it done would hide that. */
export function requireTexts(
  documents: Document[],
  file: OpenFile,
  pointed: { by: string; field: string },
): Document[] {
  if (documents.length > 0 || pointed.by.trim() === '' || file.bytes.byteLength === 0) return documents
  throw new NodeError(`${file.name} contains no text at "${pointed.by.trim()}".`, {
    code: 'bad-input',
    field: pointed.field,
    hint: "Check the key's spelling in the file. Use slashes for a path.",
  })
}

/** Names as a person writes them, separated by commas: `/results/text, title`. */
export function splitPointers(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((pointer) => pointer.trim())
    .filter((pointer) => pointer !== '')
}

function parse(text: string, where: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new NodeError(`${where} isn't JSON: ${cause instanceof Error ? cause.message : String(cause)}`, {
      code: 'bad-input',
      hint: 'Fix the file, or load it as a text file.',
      cause,
    })
  }
}

/** The keys that lead to a value, the last one first: sharing the rest costs a deep file nothing. */
type Path = { key: string; above: Path } | undefined

/** Every text below a value, in order, whose path ends with one of the pointers. */
function textsOf(root: unknown, pointers: readonly string[]): string[] {
  const wanted = pointers.map((pointer) => pointer.split('/').filter((part) => part !== ''))
  const texts: string[] = []
  const waiting: { value: unknown; path: Path }[] = [{ value: root, path: undefined }]
  // A stack of our own: a deeply nested file must not overflow the program's.
  for (let item = waiting.pop(); item; item = waiting.pop()) {
    const { value, path } = item
    if (Array.isArray(value)) {
      for (const each of (value as unknown[]).toReversed()) waiting.push({ value: each, path })
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, each] of Object.entries(value).reverse())
        waiting.push({ value: each, path: { key, above: path } })
    } else if (isWanted(path, wanted)) {
      if (typeof value === 'string') texts.push(value)
      else if (wanted.length > 0 && value !== null) texts.push(JSON.stringify(value))
    }
  }
  return texts
}

function isWanted(path: Path, wanted: readonly string[][]): boolean {
  return wanted.length === 0 || wanted.some((pointer) => endsWith(path, pointer))
}

function endsWith(path: Path, pointer: readonly string[]): boolean {
  let at = path
  for (const part of pointer.toReversed()) {
    if (at?.key !== part) return false
    at = at.above
  }
  return true
}

function describeObject(value: unknown): string {
  if (typeof value !== 'object' || value === null) return textOf(value)
  return Object.entries(value)
    .map(([key, each]: [string, unknown]) => `${key}: ${textOf(each)}`)
    .join('\n')
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  try {
    return JSON.stringify(value)
  } catch (cause) {
    throw new NodeError('The file is nested too deeply to load its objects one by one.', {
      code: 'bad-input',
      hint: 'Enter the keys you want instead.',
      cause,
    })
  }
}
