/** Text as it is, the rest as JSON. A value that holds nothing but text is that text. */
export function textOfValue(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value === 'string') return value
  const content = typeof value === 'object' && Object.keys(value).length === 1 ? Object.entries(value)[0] : undefined
  if (content?.[0] === 'content' && typeof content[1] === 'string') return content[1]
  return JSON.stringify(value, null, 2)
}
