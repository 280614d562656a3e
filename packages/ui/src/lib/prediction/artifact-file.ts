import type { Artifact } from '@chatwright/core'

const PICTURE_TYPES: ReadonlySet<string> = new Set(['png', 'jpeg', 'jpg', 'webp', 'gif'])
const STORED = 'FILE-STORAGE::'

/** Kinds a page shows without running anything in them. */
export function isPicture({ type }: Artifact): boolean {
  return PICTURE_TYPES.has(type)
}

/** The name under which the server keeps it with the conversation; nothing when it came along whole. */
export function storedName({ data }: Artifact): string | undefined {
  return data.startsWith(STORED) ? data.slice(STORED.length) : undefined
}
