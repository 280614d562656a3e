import type { WebhookPayload } from '@chatwright/contract'
import { parseJson } from '@chatwright/core'

const EMPTY: WebhookPayload = { body: {}, query: {}, headers: {} }

/** What is sent by hand, as it is edited. */
export function writePayload(payload: WebhookPayload | null | undefined): string {
  const { body, query, headers } = payload ?? EMPTY
  return JSON.stringify({ body, query, headers }, null, 2)
}

/** What was typed; nothing where it is not an object of a body, a query and headers. */
export function readPayload(text: string): Partial<WebhookPayload> | undefined {
  try {
    const value: unknown = parseJson(text)
    if (!isRecord(value)) return undefined
    const { body, query, headers, ...others } = value
    if (Object.keys(others).length > 0) return undefined
    if ((query !== undefined && !isRecord(query)) || (headers !== undefined && !isRecord(headers))) return undefined
    return { ...(body !== undefined && { body }), ...(query && { query }), ...(headers && { headers }) }
  } catch {
    return undefined
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
