import type { JsonSchema } from '@chatwright/core'

/** Models say `null` for what they leave out, and must where their vendor holds them to a schema. */
export function givenArguments(parameters: JsonSchema, input: Record<string, unknown>): Record<string, unknown> {
  const isGiven = ([name, value]: [string, unknown]): boolean => value !== null || !isLeftOut(parameters, name)
  return Object.fromEntries(Object.entries(input).filter(isGiven))
}

function isLeftOut({ required = [], properties = {} }: JsonSchema, name: string): boolean {
  return !required.includes(name) && properties[name]?.type !== 'null'
}

/** What a model left out of a tool call, in words it can act on. */
export function missingArguments(parameters: JsonSchema, input: Record<string, unknown>): string | undefined {
  const names = Object.keys(parameters.properties ?? {})
  // A tool with one input takes it under any name.
  if (names.length === 1 && Object.keys(input).length === 1) return undefined
  const missing = (parameters.required ?? []).filter((name) => input[name] === undefined)
  if (missing.length === 0) return undefined
  return `The call lacks ${missing.map((name) => `"${name}"`).join(' and ')}. Its inputs are: ${names.join(', ')}.`
}
