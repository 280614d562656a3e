import type { InputAnchor, InputParam } from './document.ts'
import { isParam } from './handles.ts'
import { parseTemplate } from './template.ts'
import type { Reference } from './template.ts'

/** Every reference in an input's value as it is stored: text, JSON text, or lists of them. */
export function findReferences(value: unknown): Reference[] {
  const found: Reference[] = []
  const pending: unknown[] = [value]
  while (pending.length > 0) {
    const current = pending.pop()
    if (typeof current === 'string') {
      if (!current.includes('{{')) continue
      // One by one, here and below: an imported flow may hold more of them than a call has room for arguments.
      for (const part of parseTemplate(current)) if (typeof part === 'object') found.push(part)
    } else if (typeof current === 'object' && current !== null) {
      for (const each of Object.values(current).reverse()) pending.push(each)
    }
  }
  return found
}

/** The ids of the nodes that a value speaks of, each once. */
export function referencesIn(value: unknown): string[] {
  const ids = findReferences(value).flatMap((reference) => (reference.type === 'node' ? [reference.nodeId] : []))
  return [...new Set(ids)]
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
    parseTemplate(text)
      .map((part) => (typeof part === 'object' ? rewritten(part, newId) : part))
      .join(''),
  )
}

function rewritten(reference: Reference, newId: (id: string) => string | undefined): string {
  const { source } = reference
  if (reference.type !== 'node') return source
  const next = newId(reference.nodeId)
  if (next === undefined) return ''
  if (next === reference.nodeId) return source
  return `{{${next}${source.slice(2, -2).trim().slice(reference.nodeId.length)}}}`
}

/** Changes every text with a `{{` inside a value, and keeps whatever did not change as the same object. */
export function mapTexts(value: unknown, change: (text: string) => string): unknown {
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
