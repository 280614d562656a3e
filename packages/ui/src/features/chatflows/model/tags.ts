/** Tags are stored as one text, joined by semicolons. */
export function readTags(category: string | null): string[] {
  return (category ?? '')
    .split(';')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '')
}

export function writeTags(tags: readonly string[]): string {
  const cleaned = tags.map((tag) => tag.replaceAll(';', ' ').trim()).filter((tag) => tag !== '')
  return [...new Set(cleaned)].join(';')
}
