import type { NodeDescription } from '../../node/definition.ts'
import type { Command } from '../command.ts'
import { flowGraph } from '../graph.ts'
import { defaultValues } from '../steps/input-forms.ts'
import type { Row } from '../steps/read-rows.ts'
import { shownRows } from '../steps/read-rows.ts'
import { setStepInputs } from './set-step-inputs.ts'

/** What happens to the rows of a list. */
export type RowChange = { type: 'add' } | { type: 'remove'; row: number } | { type: 'move'; row: number; to: number }

export interface RowsPlace {
  nodeId: string
  description: NodeDescription
  /** The input that holds the rows. */
  name: string
}

/** Adds, takes out or moves a row of a step; where the rows are a decision's, each edge stays with its own row. */
export function changeRows({ nodeId, description, name }: RowsPlace, change: RowChange): Command {
  return (flow) => {
    const node = flowGraph(flow).nodes.get(nodeId)
    const input = description.inputs.find((input) => input.name === name)
    const rows = node && input && shownRows(input, node.data.inputs[name])
    if (!rows) return flow
    const changed = changedRows(rows, change, defaultValues(input.array ?? []))
    if (!changed) return flow
    const isDecision = decidingRows(description) === name
    const rowAfter = (row: number) => indexAfter(row, change)
    return setStepInputs({ nodeId, description, values: { [name]: changed }, ...(isDecision && { rowAfter }) })(flow)
  }
}

/** The list whose rows have outputs of their own. */
function decidingRows({ traits }: NodeDescription): string | undefined {
  const decides = traits?.step?.decides
  return decides && ('rows' in decides ? decides.rows : decides.more)
}

/** The rows after a change; nothing where the change does not apply. */
export function changedRows(rows: readonly Row[], change: RowChange, fresh: Row): Row[] | undefined {
  if (change.type === 'add') return [...rows, fresh]
  const { row } = change
  const moved = rows[row]
  if (moved === undefined) return undefined
  const others = rows.filter((_, index) => index !== row)
  if (change.type === 'remove') return others
  return change.to < 0 || change.to >= rows.length ? undefined : others.toSpliced(change.to, 0, moved)
}

function indexAfter(index: number, change: RowChange): number | undefined {
  if (change.type === 'add') return index
  const { row } = change
  if (change.type === 'remove') return index === row ? undefined : index - (index > row ? 1 : 0)
  if (index === row) return change.to
  const without = index - (index > row ? 1 : 0)
  return without + (without >= change.to ? 1 : 0)
}
