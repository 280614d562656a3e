import { holesIn } from './holes.ts'

/** Text cut once into what stays and what is filled in, so that a filled-in value is never read as a template. */
export type Cut<Reference> = readonly (string | Reference)[]

/** Cuts a text at every `{{…}}` that stands for something by the grammar of its kind of flow; any other stays text. */
export function cutTemplate<Reference>(
  text: string,
  read: (name: string, source: string) => Reference | undefined,
): Cut<Reference> {
  const parts: (string | Reference)[] = []
  let end = 0
  for (const hole of holesIn(text)) {
    const reference = read(hole.name, text.slice(hole.start, hole.end))
    if (!reference) continue
    if (hole.start > end) parts.push(text.slice(end, hole.start))
    parts.push(reference)
    end = hole.end
  }
  if (end < text.length) parts.push(text.slice(end))
  return parts
}

/** `.items[0].name` → `items`, `0`, `name`. */
export function pathOf(text: string): string[] {
  return text.split(/[.[\]]+/).filter((part) => part !== '')
}
