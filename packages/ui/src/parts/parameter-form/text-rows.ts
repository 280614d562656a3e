import type { InputParam } from '@chatwright/core'

const MOST_FORM_ROWS = 12

/** How many lines of a text show in a form; the whole of it opens in an editor. */
export function formTextRows(param: InputParam): number {
  if (param.type !== 'string') return 1
  return Math.min(param.rows ?? 1, MOST_FORM_ROWS)
}
