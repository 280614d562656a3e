import { parseTemplate, type Reference } from './template.ts'

/** Every reference in an input's value as it is stored: text, JSON text, or lists of them. */
export function findReferences(value: unknown): Reference[] {
  const found: Reference[] = []
  const pending: unknown[] = [value]
  while (pending.length > 0) {
    const current = pending.pop()
    if (typeof current === 'string') {
      if (current.includes('{{')) found.push(...parseTemplate(current).filter((part) => typeof part === 'object'))
    } else if (typeof current === 'object' && current !== null) {
      // One by one: a list in an imported flow may be longer than a call has room for arguments.
      for (const each of Object.values(current).reverse()) pending.push(each)
    }
  }
  return found
}

/** The ids of the nodes an input's value refers to, in order. */
export function referredNodes(value: unknown): string[] {
  return findReferences(value).flatMap((reference) => (reference.type === 'node' ? [reference.nodeId] : []))
}
