import { findShapeFault } from '../parse-json.ts'
import { FlowFormatError } from './format-error.ts'

/** Deeper than any drawing, far from where recursive readers overflow the stack. */
const MAX_DEPTH = 200

/** Parses a file's text, and says what is wrong when it is not JSON. */
export function parseJsonText(text: string): unknown {
  const json = text.replace(/^\uFEFF/, '')
  if (findShapeFault(json, { maxDepth: MAX_DEPTH }) !== undefined) {
    throw new FlowFormatError(`This isn't a flow: its JSON is nested deeper than ${MAX_DEPTH} levels.`)
  }
  try {
    return JSON.parse(json)
  } catch (cause) {
    const detail = cause instanceof Error ? cause.message : String(cause)
    throw new FlowFormatError(`This isn't a flow: the text isn't valid JSON (${detail}).`, { cause })
  }
}
