import { createHash } from 'node:crypto'
import type { Document } from '@chatwright/core'

/**
 * The same content with the same metadata gets the same id, so that loading it twice replaces instead of doubling.
 * In the form of a UUID, because some stores take nothing else.
 */
export function documentId(namespace: string, document: Document): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([namespace, document.pageContent, sorted(document.metadata)]))
    .digest('hex')
  const variant = ((Number.parseInt(digest[16] ?? '0', 16) & 0x3) | 0x8).toString(16)
  return [
    digest.slice(0, 8),
    digest.slice(8, 12),
    `8${digest.slice(13, 16)}`,
    `${variant}${digest.slice(17, 20)}`,
    digest.slice(20, 32),
  ].join('-')
}

/** Two loaders may list the same facts in another order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  )
}
