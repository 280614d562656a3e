import type { InputAnchor, InputParam } from './document.ts'
import { instanceReference, isParam } from './handles.ts'
import { orderTools } from './order-tools.ts'
import { referencesIn } from './references.ts'

/** An input's value once a node is connected to it. Text that may speak of nodes stays as its author wrote it. */
export function addReference(input: InputAnchor | InputParam, value: unknown, sourceId: string): unknown {
  if (isParam(input)) return value
  if (!input.list) return instanceReference(sourceId)
  const entries = (Array.isArray(value) ? value : [value]).filter(
    (entry): entry is string => typeof entry === 'string' && entry !== '',
  )
  if (entries.some((entry) => referencesIn(entry).includes(sourceId))) return entries
  const references = [...entries, instanceReference(sourceId)]
  return input.name === 'tools' ? orderTools(references) : references
}
