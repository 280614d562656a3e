import type { NodeDescription } from '../node/definition.ts'

/** Whether a node may change something outside while its inputs hold these values. */
export function mayAct(
  { traits }: Pick<NodeDescription, 'traits'>,
  inputs: Readonly<Record<string, unknown>>,
): boolean {
  const { acts } = traits ?? {}
  if (acts === undefined || acts === true) return acts === true
  return !Object.entries(acts.unless).every(([input, values]) => [values].flat().includes(inputs[input] as string))
}
