import { FlowFormatError } from './format-error.ts'

/** Deeper than any drawing, far from where recursive readers overflow the stack. */
const MAX_DEPTH = 200

/** Parses a file's text, and says what is wrong when it is not JSON. */
export function parseJsonText(text: string): unknown {
  const value = parse(text)
  if (isDeeperThan(value, MAX_DEPTH)) {
    throw new FlowFormatError(`This is not a flow: the text is nested deeper than ${MAX_DEPTH} levels.`)
  }
  return value
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (cause) {
    const detail = cause instanceof Error ? cause.message : String(cause)
    throw new FlowFormatError(`This is not a flow: the text is not JSON (${detail}).`, { cause })
  }
}

/** Level by level and not by recursion, which is what the depth would break. */
function isDeeperThan(value: unknown, limit: number): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > limit) return true
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []))
  }
  return false
}
