import type { CatalogueIndex } from '../catalogue-index.ts'
import type { InputDescription } from '../document.ts'
import { isInputVisible } from '../input-visibility.ts'
import { mayAct } from '../may-act.ts'
import { readChosenNode } from './chosen-node.ts'
import { withDefaults } from './input-forms.ts'
import type { Row } from './read-rows.ts'
import { shownRows } from './read-rows.ts'

interface Drawing {
  /** What the step held. */
  before: Row
  /** What is written into the list. */
  value: unknown
  catalogue: Pick<CatalogueIndex, 'describe'>
}

/**
 * The rows of a list as they are drawn: where a guard is new before what acts, or what acts is new behind a guard, and nobody
 * says who decides, reviewers do. Rows that were so before stay as they are.
 */
export function drawnDeciders(list: InputDescription, { before, value, catalogue }: Drawing): unknown {
  const decider = deciderIn(list)
  const rows = decider && shownRows(list, value)
  if (!rows) return value
  const earlier = shownRows(list, before[list.name]) ?? []
  const drawn = rows.map((row, index): Row => {
    const acting = guardedActing({ list, rows, index, inputs: before, catalogue })
    if (acting === undefined || !isUnsaid(row[decider.name])) return row
    const was = guardedActing({ list, rows: earlier, index, inputs: before, catalogue })
    return was === acting ? row : { ...row, [decider.name]: 'reviewers' }
  })
  return drawn.some((row, index) => row !== rows[index]) ? drawn : value
}

/** What a step says about one node that is chosen in it: its guard, and who decides. */
export interface StepGuard {
  decider: InputDescription
  over: InputDescription
  guard: InputDescription | undefined
}

export function stepGuardOf(inputs: readonly InputDescription[]): StepGuard | undefined {
  const decider = inputs.find(({ decides }) => decides?.over !== undefined)
  const over = inputs.find(({ name }) => name === decider?.decides?.over)
  return decider && over && { decider, over, guard: inputs.find(({ name }) => name === decider.decides?.guard) }
}

/** Whether a step asks before it uses what is chosen in it. */
export function isGuardedStep(inputs: readonly InputDescription[], values: Row): boolean {
  const step = stepGuardOf(inputs)
  return step !== undefined && isInputVisible(step.decider, values)
}

/** What a step holds besides once it is changed so: what acts, and was not chosen before, is guarded, and reviewers decide. */
export function drawnGuard(
  inputs: readonly InputDescription[],
  { before, values, catalogue }: Pick<Drawing, 'before' | 'catalogue'> & { values: Row },
): Row {
  const step = stepGuardOf(inputs)
  const after = { ...before, ...values }
  const acting = step && actingIn(step.over, after, catalogue)?.name
  if (!step || acting === undefined) return {}
  const { decider, guard } = step
  const isNew = acting !== actingIn(step.over, before, catalogue)?.name
  const drawn: Row = isNew && guard && isUnsaid(after[guard.name]) ? { [guard.name]: true } : {}
  const isGuarded = isInputVisible(decider, { ...after, ...drawn })
  if (!isGuarded || !isUnsaid(after[decider.name]) || (!isNew && isInputVisible(decider, before))) return drawn
  return { ...drawn, [decider.name]: 'reviewers' }
}

export interface GuardedRow {
  list: InputDescription
  rows: readonly Row[]
  index: number
  /** What the whole step holds. */
  inputs: Row
  catalogue: Pick<CatalogueIndex, 'describe'>
}

/** The name of the acting node that a guarded row holds. */
export function guardedActing({ list, rows, index, inputs, catalogue }: GuardedRow): string | undefined {
  const fields = list.array ?? []
  const row = rows[index]
  const decider = deciderIn(list)
  const over = fields.find((field) => field.name === decider?.decides?.over)
  if (!row || !decider || !over) return undefined
  const known = { ...inputs, [list.name]: rows.map((each) => withDefaults(fields, each)) }
  return isInputVisible(decider, known, index) ? actingIn(over, row, catalogue)?.name : undefined
}

/** The field of a list's rows that says who decides over what a row holds. */
export function deciderIn({ array }: InputDescription): InputDescription | undefined {
  return array?.find(({ decides }) => decides?.over !== undefined)
}

/** The node chosen in an input, if it may act. */
export function actingIn(input: InputDescription, values: Row, catalogue: Pick<CatalogueIndex, 'describe'>) {
  const chosen = readChosenNode(input, values)
  const description = chosen && catalogue.describe(chosen.name)
  return description && mayAct(description, chosen.settings) ? description : undefined
}

export function isUnsaid(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}
