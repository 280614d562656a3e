import type { InputParam } from '@chatwright/core'

const MOST_CARD_ROWS = 4
const MOST_FORM_ROWS = 12

/** How many lines of a text show on a node's card; the whole of it opens in an editor. */
export function cardTextRows(param: InputParam): number {
  if (param.type !== 'string' || !param.rows || param.rows < 2) return 1
  return Math.min(param.rows, MOST_CARD_ROWS)
}

export function formTextRows(param: InputParam): number {
  return Math.min(param.rows ?? 1, MOST_FORM_ROWS)
}
