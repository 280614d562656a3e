import type { Document, OpenFile } from '@chatwright/core'
import { parseJsonFile } from './read-json.ts'

/**
 * Every object of a JSON file as a document of `key: value` lines: a name without what belongs to it answers nothing.
 * Texts in lists stand alone.
 */
export function readJsonObjects(file: OpenFile): Document[] {
  const texts: string[] = []
  const waiting: unknown[] = [parseJsonFile(file)]
  const wait = (values: readonly unknown[]): void => {
    // One by one: a list of many thousands is too much for one call.
    for (const each of values.toReversed()) waiting.push(each)
  }
  // A stack of our own: a deeply nested file must not overflow the program's.
  while (waiting.length > 0) {
    const value = waiting.pop()
    if (Array.isArray(value)) wait(value)
    else if (isObject(value)) {
      const fields = Object.entries(value)
      const lines = fields.flatMap(([key, each]: [string, unknown]) => writeField(key, each))
      if (lines.length > 0) texts.push(lines.join('\n'))
      wait(fields.map(([, each]: [string, unknown]) => each).filter(hasDocuments))
    } else texts.push(writeValue(value))
  }
  return texts
    .filter((text) => text !== '')
    .map((pageContent, index) => ({ pageContent, metadata: { source: file.name, line: index + 1 } }))
}

function writeField(key: string, value: unknown): string[] {
  if (hasDocuments(value)) return []
  const text = Array.isArray(value) ? value.map(writeValue).join(', ') : writeValue(value)
  return text === '' ? [] : [`${key}: ${text}`]
}

function writeValue(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

/** An object, or a list with something deeper in it: documents of their own. */
function hasDocuments(value: unknown): boolean {
  return Array.isArray(value) ? value.some(isObject) : isObject(value)
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
