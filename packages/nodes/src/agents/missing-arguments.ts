import type { JsonSchema } from '@chatwright/core'

/** Models say `null` for what they leave out, and must where their vendor holds them to a schema. */
export function givenArguments(parameters: JsonSchema, input: Record<string, unknown>): Record<string, unknown> {
  const isGiven = ([name, value]: [string, unknown]): boolean => value !== null || !isLeftOut(parameters, name)
  return underItsName(parameters, Object.fromEntries(Object.entries(input).filter(isGiven)))
}

/** A tool with one input takes it under any name: weak models call it "input", or send bare text. */
function underItsName(parameters: JsonSchema, input: Record<string, unknown>): Record<string, unknown> {
  const [name, ...otherNames] = Object.keys(parameters.properties ?? {})
  const [value, ...otherValues] = Object.values(input)
  const isOnlyOne = otherNames.length === 0 && otherValues.length === 0
  if (name === undefined || value === undefined || !isOnlyOne || !parameters.required?.includes(name)) return input
  return { [name]: value }
}

function isLeftOut({ required = [], properties = {} }: JsonSchema, name: string): boolean {
  return !required.includes(name) && properties[name]?.type !== 'null'
}

/** What a model left out of a tool call, in words it can act on. */
export function missingArguments(parameters: JsonSchema, input: Record<string, unknown>): string | undefined {
  const names = Object.keys(parameters.properties ?? {})
  const missing = (parameters.required ?? []).filter((name) => input[name] === undefined)
  if (missing.length === 0) return undefined
  return `The call lacks ${missing.map((name) => `"${name}"`).join(' and ')}. Its inputs are: ${names.join(', ')}.`
}
