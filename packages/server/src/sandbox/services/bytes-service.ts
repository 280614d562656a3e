import { Buffer } from 'node:buffer'
import { z } from 'zod'

const Encoding = z.enum(['utf8', 'latin1', 'base64', 'base64url', 'hex', 'ascii', 'utf16le'])
const ToBytes = z.object({ from: Encoding })
const ToText = z.union([
  z.object({ to: Encoding }),
  z.object({ label: z.string(), fatal: z.boolean().optional(), ignoreBOM: z.boolean().optional() }),
])

/** The bytes of a text, which comes as JSON: the engine's texts end at their first zero. */
export function bytesOf(setting: string, json: string): ArrayBuffer {
  const bytes = Buffer.from(z.string().parse(JSON.parse(json)), ToBytes.parse(JSON.parse(setting)).from)
  return Uint8Array.from(bytes).buffer
}

/** The text that bytes stand for, as JSON; nothing for bytes that are no text. */
export function textOf(setting: string, bytes: Uint8Array): string | undefined {
  const how = ToText.parse(JSON.parse(setting))
  if ('to' in how) return JSON.stringify(Buffer.from(bytes).toString(how.to))
  const { label, fatal = false, ignoreBOM = false } = how
  try {
    return JSON.stringify(new TextDecoder(label, { fatal, ignoreBOM }).decode(bytes))
  } catch {
    return undefined
  }
}

/** The name that a label of an encoding stands for. */
export const nameEncoding = (label: unknown): string => new TextDecoder(z.string().parse(label)).encoding
