import type { InputOption } from '@chatwright/core'

/** Models known when this package was made; shown when the vendor cannot be asked. */
export interface ModelList {
  /** Year and month of the list. */
  asOf: string
  models: readonly string[]
}

export function optionsOf({ models }: ModelList): InputOption[] {
  return models.map((name) => ({ label: name, name }))
}
