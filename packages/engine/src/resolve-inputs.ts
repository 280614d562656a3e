import {
  NodeError,
  isParam,
  kindsOfClass,
  parseInput,
  splitTypes,
  type InputDescription,
  type InputSpecs,
  type InputValues,
  wordsForTaken,
} from '@chatwright/core'
import { adaptValue } from './adapt-value.ts'
import { holdsJson } from './json-text.ts'
import type { Step, StepInput } from './plan.ts'
import { fillJsonTemplate, fillTemplate, fillTree, type Scope } from './scope.ts'

interface Sources {
  scope: Scope
  /** The values of connected steps, without those on dead branches. */
  anchorValues: (sources: readonly number[]) => unknown[]
  /** Values of the request. They are data: a reference inside one is text. */
  overrides: Readonly<Record<string, unknown>> | undefined
}

/** The typed inputs a node is built from. Throws a NodeError that names the input at fault. */
export function resolveInputs(step: Step, sources: Sources): InputValues<InputSpecs> {
  const inputs: Record<string, unknown> = {}
  for (const input of step.inputs) inputs[input.description.name] = resolve(step, input, sources)
  return inputs
}

function resolve(step: Step, input: StepInput, { scope, anchorValues, overrides }: Sources): unknown {
  const { description } = input
  if (input.type === 'anchor') {
    const wanted = kindsOfClass(description.type)
    const values = anchorValues(input.sources).map((value) => adaptValue(value, wanted))
    if (values.length === 0 && !description.optional) throw missing(step, description)
    return description.list ? values : values[0]
  }
  const raw = overrides && Object.hasOwn(overrides, description.name) ? overrides[description.name] : fill(input, scope)
  const value = parseInput(description, raw)
  if (value === undefined && !description.optional) throw missing(step, description)
  return value
}

function fill(input: Exclude<StepInput, { type: 'anchor' }>, requestScope: Scope): unknown {
  if (input.type === 'constant') return input.value
  const { ownVariables } = requestScope
  // Where a secret goes is the builder's word: a variable of the request does not move it.
  const scope = input.description.destination ? { ...requestScope, variables: ownVariables } : requestScope
  if (input.type === 'structure') return fillTree(input.tree, scope)
  if (holdsJson(input.description, input.template)) return fillJsonTemplate(input.template, scope)
  return fillTemplate(input.template, scope, input.description.isTemplate ? escapeBraces : undefined)
}

function escapeBraces(text: string): string {
  return text.replaceAll(/[{}]/g, String.raw`\$&`)
}

function missing({ tag }: Step, description: InputDescription): NodeError {
  const { name, label } = description
  return isParam(description)
    ? new NodeError(`"${label}" of "${tag.label}" is empty.`, {
        code: 'missing-input',
        field: name,
        hint: `Open "${tag.label}" and fill in "${label}".`,
      })
    : new NodeError(`"${label}" of "${tag.label}" isn't connected.`, {
        code: 'missing-input',
        field: name,
        hint: `Connect ${wordsForTaken(splitTypes(description.type))} to "${label}".`,
      })
}
