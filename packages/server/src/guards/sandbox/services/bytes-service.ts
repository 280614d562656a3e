import { Buffer } from 'node:buffer'
import { fieldsOf, oneOf, textOf as readText } from './read.ts'

const encodings = ['utf8', 'latin1', 'base64', 'base64url', 'hex', 'ascii', 'utf16le'] as const

/** The bytes of a text, which comes as JSON: the engine's texts end at their first zero. */
export function bytesOf(setting: string, json: string): ArrayBuffer {
  const { from } = fieldsOf(JSON.parse(setting))
  const bytes = Buffer.from(readText(JSON.parse(json)), oneOf(from, encodings))
  return Uint8Array.from(bytes).buffer
}

/** The text that bytes stand for, as JSON; nothing for bytes that are no text. */
export function textOf(setting: string, bytes: Uint8Array): string | undefined {
  const { to, label, fatal, ignoreBOM } = fieldsOf(JSON.parse(setting))
  if (to !== undefined) return JSON.stringify(Buffer.from(bytes).toString(oneOf(to, encodings)))
  try {
    const decoder = new TextDecoder(readText(label), { fatal: fatal === true, ignoreBOM: ignoreBOM === true })
    return JSON.stringify(decoder.decode(bytes))
  } catch {
    return undefined
  }
}

/** The name that a label of an encoding stands for. */
export const nameEncoding = (label: unknown): string => new TextDecoder(readText(label)).encoding
