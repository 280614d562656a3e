import type { InputAnchor, InputParam } from './document.ts'
import { isParam } from './handles.ts'

// Written so that no run of blanks can be split in two ways: a text of them would be read in quadratic time.
const REFERENCE = /\{\{\s*([^{}\s]+?)\.data\.instance(?:\s*|([.[][^{}]*))\}\}/g

/** The ids of the nodes that a value speaks of, each once. */
export function referencesIn(value: unknown): string[] {
  const found = new Set<string>()
  mapTexts(value, (text) => {
    for (const match of text.matchAll(REFERENCE)) if (match[1]) found.add(match[1])
    return text
  })
  return [...found]
}

/** An input's value after the connection from a node is gone. */
export function clearReference(input: InputAnchor | InputParam, value: unknown, sourceId: string): unknown {
  if (Array.isArray(value) && !isParam(input)) {
    const kept = value.filter((entry) => !referencesIn(entry).includes(sourceId))
    return kept.length === value.length ? value : kept
  }
  if (input.acceptVariable) return rewriteReferences(value, (id) => (id === sourceId ? undefined : id))
  // Files exist in which two edges end at an input for one: what the other edge wrote must stay.
  const others = referencesIn(value)
  return others.length > 0 && !others.includes(sourceId) ? value : ''
}

/** The same value with other ids in its references; a reference whose new id is `undefined` is taken out. */
export function rewriteReferences(value: unknown, newId: (id: string) => string | undefined): unknown {
  return mapTexts(value, (text) =>
    text.replaceAll(REFERENCE, (reference, id: string, path: string | undefined) => {
      const next = newId(id)
      if (next === undefined) return ''
      return next === id ? reference : `{{${next}.data.instance${path ?? ''}}}`
    }),
  )
}

/** Changes every text inside a value, and keeps whatever did not change as the same object. */
function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return value.includes('{{') ? change(value) : value
  if (Array.isArray(value)) {
    const entries = value.map((entry) => mapTexts(entry, change))
    return entries.every((entry, index) => entry === value[index]) ? value : entries
  }
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, entry]) => [key, entry, mapTexts(entry, change)] as const)
  if (entries.every(([, before, after]) => before === after)) return value
  return Object.fromEntries(entries.map(([key, , after]) => [key, after]))
}
