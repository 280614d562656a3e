import {
  parseJson,
  type CallerRequest,
  type ContentPart,
  type JsonSchema,
  type Sampling,
  type ToolCall,
} from '@chatwright/core'
import { badRequest } from './conversation.ts'

/** Refuses the first parameter that nothing here reads. One that is null, or as it is without being sent, changes nothing. */
export function expectKnown(
  body: Readonly<Record<string, unknown>>,
  known: object,
  harmless: Readonly<Record<string, readonly unknown[]>> = {},
): void {
  for (const [name, value] of Object.entries(body)) {
    if (value === undefined || value === null || Object.hasOwn(known, name)) continue
    const allowed = Object.hasOwn(harmless, name) ? harmless[name] : undefined
    if (allowed && (allowed.length === 0 || allowed.some((each) => JSON.stringify(each) === JSON.stringify(value))))
      continue
    throw badRequest(
      name,
      allowed
        ? `"${name}" only takes ${allowed.map((each) => JSON.stringify(each)).join(' or ')} here`
        : `"${name}" isn't supported`,
    )
  }
}

/** A choice among no tools would have no effect. */
export function expectTools(tools: readonly unknown[] | null | undefined, choice: unknown): void {
  if (tools?.length || choice === undefined || choice === null || choice === 'auto' || choice === 'none') return
  throw badRequest('tool_choice', '"tool_choice" needs "tools"')
}

/** What is given of it; nothing where nothing is. */
export function callerOf(request: CallerRequest, names: Readonly<Record<string, string>>): CallerRequest | undefined {
  const given = Object.entries(request).filter(([, value]) => isGiven(value))
  return given.length === 0 ? undefined : { ...(Object.fromEntries(given) as CallerRequest), names }
}

export function samplingOf(values: { [Name in keyof Sampling]: number | null | undefined }): Sampling {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined))
}

/** The arguments of a call in a conversation. A client sends back what a model wrote, whole or not. */
export function toolCallOf({ id, name, input }: { id: string; name: string; input: string }): ToolCall {
  const parsed = parsedObject(input)
  return parsed ? { id, name, input: parsed } : { id, name, input: { input }, isBroken: true }
}

/** A data address as a file; what is none is refused. */
export function fileIn(place: string, data: string, name: string): ContentPart {
  const [, mimeType, base64] = /^data:([\w.+/-]+)(?:;[\w=.-]+)*;base64,([A-Za-z0-9+/=\s]*)$/.exec(data) ?? []
  if (mimeType === undefined || base64 === undefined) {
    throw badRequest(place, 'A file must be a data URL with base64 content')
  }
  if (mimeType.startsWith('image/')) return { type: 'image', mimeType, data: base64 }
  return { type: 'file', mimeType, name, data: base64 }
}

export function imageIn(place: string, url: string): ContentPart {
  if (url.startsWith('data:')) return fileIn(place, url, 'image')
  if (/^https?:\/\//.test(url)) return { type: 'image-url', url }
  throw badRequest(place, 'An image must be a data URL or an http(s) URL')
}

/** The shape of an answer, where a client wants one. */
export function shapeOf(
  format: { type: string; schema?: Record<string, unknown> | undefined } | null | undefined,
): JsonSchema | undefined {
  if (!format || format.type === 'text') return undefined
  return format.type === 'json_object' ? { type: 'object' } : (format.schema ?? { type: 'object' })
}

function isGiven(value: unknown): boolean {
  if (value === undefined) return false
  if (typeof value !== 'object' || value === null) return true
  return Object.keys(value).length > 0
}

function parsedObject(text: string): Record<string, unknown> | undefined {
  if (text.trim() === '') return {}
  try {
    const value = parseJson(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}
