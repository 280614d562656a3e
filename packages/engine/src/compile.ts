import type { Flow, ValueKind } from '@chatwright/core'
import type { Catalogue } from './catalogue.ts'
import { readDrawing, withLoading } from './drawing.ts'
import { findWanted, type Wanted } from './find-wanted.ts'
import { makePlan } from './make-plan.ts'
import type { Plan, SharedCells } from './plan.ts'

/**
 * Checks a flow and makes it ready to give a value many times. Throws a FlowError when the drawing cannot give it. Plans
 * of one flow that are handed the same cells share what they build.
 */
export async function compile<Kind extends ValueKind>(
  flow: Flow,
  catalogue: Catalogue,
  { cells, ...wanted }: Wanted<Kind> & { cells?: SharedCells },
): Promise<Plan<Kind>> {
  const drawing = readDrawing(flow, catalogue)
  const targets = findWanted(wanted, { flow, catalogue, drawing })
  const [store] = targets
  return makePlan(wanted.want === 'vector-store' && store !== undefined ? withLoading(drawing, store) : drawing, {
    want: wanted.want,
    targets,
    catalogue,
    cells: cells ?? new Map(),
  })
}
