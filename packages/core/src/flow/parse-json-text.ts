import { FlowFormatError } from './format-error.ts'

/** Parses a file's text, and says what is wrong when it is not JSON. */
export function parseJsonText(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (cause) {
    const detail = cause instanceof Error ? cause.message : String(cause)
    throw new FlowFormatError(`This is not a flow: the text is not JSON (${detail}).`, { cause })
  }
}
