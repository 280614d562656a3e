import { NodeError, type CallerInRun } from '@chatwright/core'

/** A parameter that reached no model must not look as if it had. */
export function expectTaken(caller: CallerInRun | undefined): void {
  if (!caller || caller.isTaken) return
  const { names = {}, isLengthDemanded, ...given } = caller.request
  const first = Object.keys(given.sampling ?? {}).find((name) => name !== 'maxTokens' || !isLengthDemanded)
  const key = Object.keys(given).find((name) => name !== 'sampling' || first !== undefined)
  if (key === undefined) return
  const name = (key === 'sampling' && first !== undefined ? names[first] : names[key]) ?? key
  throw new NodeError(`"${name}" has no effect: this flow doesn't end with a language model.`, {
    code: 'unsupported-parameter',
    field: name,
  })
}
