/** The names in the value of a choice of several: a list, the JSON text of one, or names between commas. */
export function parseChosen(value: unknown): string[] {
  if (Array.isArray(value)) return value.map(String)
  if (typeof value !== 'string' || value.trim() === '') return []
  if (!value.trim().startsWith('[')) return splitNames(value)
  try {
    const names: unknown = JSON.parse(value)
    return Array.isArray(names) ? names.map(String) : splitNames(value)
  } catch {
    return splitNames(value)
  }
}

function splitNames(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

/** The rows of a grid: a list, or the JSON text of one. */
export function parseRows(value: unknown): Record<string, unknown>[] {
  const rows: unknown = typeof value === 'string' ? readJson(value) : value
  if (!Array.isArray(rows)) return []
  return rows.filter((row): row is Record<string, unknown> => typeof row === 'object' && row !== null)
}

/** An object, or the JSON text of one; nothing for any other text. */
export function parseObject(value: unknown): Record<string, unknown> | undefined {
  const object: unknown = typeof value === 'string' ? readJson(value) : value
  const isObject = typeof object === 'object' && object !== null && !Array.isArray(object)
  return isObject ? (object as Record<string, unknown>) : undefined
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
