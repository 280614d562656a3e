import type { Document, OpenFile } from '@chatwright/core'
import { parseJsonFile } from './read-json.ts'

/**
 * Every object of a JSON file as a document of `key: value` lines: a name without what belongs to it answers nothing.
 * Texts in lists stand alone.
 */
export function readJsonObjects(file: OpenFile): Document[] {
  const texts: string[] = []
  const waiting: unknown[] = [parseJsonFile(file)]
  // A stack of our own: a deeply nested file must not overflow the program's.
  while (waiting.length > 0) {
    const value = waiting.pop()
    if (Array.isArray(value)) waiting.push(...value.toReversed())
    else if (typeof value === 'object' && value !== null) {
      const fields = Object.entries(value)
      const lines = fields.flatMap(([key, each]) => writeField(key, each))
      if (lines.length > 0) texts.push(lines.join('\n'))
      waiting.push(
        ...fields
          .map(([, each]: [string, unknown]) => each)
          .filter(isBranch)
          .reverse(),
      )
    } else if (value !== null) texts.push(String(value))
  }
  return texts.map((pageContent, index) => ({ pageContent, metadata: { source: file.name, line: index + 1 } }))
}

function writeField(key: string, value: unknown): string[] {
  if (value === null || value === '' || isBranch(value)) return []
  return [`${key}: ${Array.isArray(value) ? value.join(', ') : String(value)}`]
}

/** What has objects or lists in it, and so documents of its own. */
function isBranch(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  return !Array.isArray(value) || value.some((each) => typeof each === 'object' && each !== null)
}
