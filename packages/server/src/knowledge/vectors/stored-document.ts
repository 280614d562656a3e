import type { Document, ScoredDocument } from '@chatwright/core'

/** Files hold characters that databases refuse: NUL, and halves of characters. */
export function cleanText(text: string): string {
  return text.replaceAll('\u0000', '').replaceAll(/\p{Surrogate}/gu, '\uFFFD')
}

export function toMetadataText(metadata: Document['metadata']): string {
  return JSON.stringify(metadata, (_, value: unknown) => (typeof value === 'string' ? cleanText(value) : value))
}

export function toDocument(
  row: { id: string; content: string; metadata: string },
  score: number | undefined,
): ScoredDocument {
  return {
    id: row.id,
    pageContent: row.content,
    metadata: JSON.parse(row.metadata) as Record<string, unknown>,
    ...(score !== undefined && { score }),
  }
}
