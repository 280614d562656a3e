import type { Flow, FlowNode } from '@chatwright/core'

/** What the Start step of a flow says, as it was drawn. */
export type StartInputs = Readonly<Record<string, unknown>>

/** The step that an agent flow begins with. */
export function startStep({ nodes }: Pick<Flow, 'nodes'>): FlowNode | undefined {
  return nodes.find(({ data }) => data.name === 'startAgentflow')
}

/** A value as text; several, separated by commas. */
export function textOf(inputs: StartInputs, name: string): string {
  const value = inputs[name]
  if (Array.isArray(value)) return value.map(String).join(',')
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** One of the choices there are, the first where it is none of them. */
export function oneOf<const Choice extends string>(
  inputs: StartInputs,
  name: string,
  choices: readonly [Choice, ...Choice[]],
): Choice {
  return choices.find((choice) => choice === inputs[name]) ?? choices[0]
}
