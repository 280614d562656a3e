import type { JsonSchema } from '@chatwright/core'

/** What a model left out of a tool call, in words it can act on. */
export function missingArguments(parameters: JsonSchema, input: Record<string, unknown>): string | undefined {
  const names = Object.keys(parameters.properties ?? {})
  // A tool with one input takes it under any name.
  if (names.length === 1 && Object.keys(input).length === 1) return undefined
  const missing = (parameters.required ?? []).filter((name) => input[name] === undefined)
  if (missing.length === 0) return undefined
  return `The call lacks ${missing.map((name) => `"${name}"`).join(' and ')}. Its inputs are: ${names.join(', ')}.`
}
