export type JsonObject = Record<string, unknown>

export function asObject(value: unknown): JsonObject | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined
}

export function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

export function asNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

export function objectsIn(value: unknown): JsonObject[] {
  if (!Array.isArray(value)) return []
  return value.map((entry) => asObject(entry)).filter((entry) => entry !== undefined)
}
