import {
  isParam,
  parseInput,
  type CredentialValues,
  type InputDescription,
  type NodeContext,
  type NodeDefinition,
  type RequestView,
} from '@chatwright/core'
import { conformingValue } from './conforming-values.ts'
import { testContext } from './test-context.ts'

export interface BuildOptions {
  inputs?: Record<string, unknown>
  credential?: CredentialValues
  output?: string
  request?: RequestView
  context?: NodeContext
}

/** Builds a node as the engine does: defaults filled in, what a form holds as text parsed, the rest from the test. */
export async function buildNode<Value>(definition: NodeDefinition, options: BuildOptions = {}): Promise<Value> {
  const inputs: Record<string, unknown> = {}
  for (const [name, input] of Object.entries(definition.inputs)) {
    inputs[name] = readInput({ name, ...input }, options.inputs?.[name])
    if (input.list && inputs[name] === undefined && !isParam(input)) inputs[name] = []
  }
  const value = await definition.build({
    inputs,
    output: options.output ?? Object.keys(definition.outputs ?? {})[0] ?? definition.name,
    credential: options.credential ?? {},
    node: { id: `${definition.name}_0`, name: definition.name, label: definition.label },
    request: options.request,
    context: options.context ?? testContext(),
  })
  return value as Value
}

/** A node that is chosen inside the node comes as the value the test gives; rows are read field by field. */
function readInput(input: InputDescription, raw: unknown): unknown {
  if (input.component !== undefined) return raw
  const value = parseInput(input, raw)
  if (input.type !== 'array' || !Array.isArray(value)) return value
  return value.map((row: Record<string, unknown>) =>
    Object.fromEntries((input.array ?? []).map((field) => [field.name, readInput(field, row[field.name])])),
  )
}

/** The node's own example, with every connection it must have filled by the simplest value that fits. */
export function exampleInputs(definition: NodeDefinition): Record<string, unknown> {
  const inputs: Record<string, unknown> = { ...definition.example }
  for (const [name, input] of Object.entries(definition.inputs)) {
    const wanted = input.component ?? (isParam(input) ? undefined : input.type)
    if (wanted === undefined || input.optional || (inputs[name] !== undefined && !input.component)) continue
    const value = wanted
      .split('|')
      .map((part) => conformingValue(part.trim()))
      .find((found) => found !== undefined)
    inputs[name] = input.list ? [value] : value
  }
  return inputs
}
