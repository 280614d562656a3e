/** What old flows keep as "base options": headers, bare or below a `headers` key. */
export function extraHeaders(baseOptions: Record<string, unknown> | undefined): Record<string, string> {
  const given = baseOptions?.headers ?? baseOptions
  if (typeof given !== 'object' || given === null) return {}
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [],
    ),
  )
}
