import type { JsonSchema } from '@chatwright/core'
import { readLooseJson } from './read-loose-json.ts'

interface ArgumentRow {
  inputArgName?: string | undefined
  inputArgValue?: unknown
}

/** The arguments of a tool from rows of text, in the types that the tool asks for. */
export function toolArguments(
  rows: readonly ArgumentRow[] | undefined,
  parameters: JsonSchema,
): Record<string, unknown> {
  const named = (rows ?? []).flatMap(({ inputArgName, inputArgValue }) => {
    const name = inputArgName?.trim() ?? ''
    const isGiven = inputArgValue !== undefined && inputArgValue !== ''
    return name === '' || !isGiven ? [] : [[name, typed(inputArgValue, parameters.properties?.[name])] as const]
  })
  return Object.fromEntries(named)
}

function typed(value: unknown, wanted: JsonSchema | undefined): unknown {
  if (typeof value !== 'string') return value
  const text = value.trim()
  if (wanted?.type === 'number' || wanted?.type === 'integer') return numberIn(text) ?? value
  if (wanted?.type === 'boolean') return text === 'true' ? true : text === 'false' ? false : value
  // What asks for text gets it, even where it looks like data.
  return wanted?.type !== 'string' && /^\\?[[{]/.test(text) ? dataIn(text) : value
}

function numberIn(text: string): number | undefined {
  const number = Number(text)
  return text !== '' && Number.isFinite(number) ? number : undefined
}

function dataIn(text: string): unknown {
  try {
    return readLooseJson(text)
  } catch {
    return text
  }
}
