import { isAgentflow, isOlderAgentflow, type Flow, type ValueKind } from '@chatwright/core'
import type { Catalogue } from './catalogue.ts'
import { readDrawing, withLoading } from './drawing.ts'
import { findWanted, type Wanted } from './find-wanted.ts'
import { FlowError } from './flow-error.ts'
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
  refuseAgentflow(flow, catalogue)
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

/** It is the flow that cannot run here, not the one node of it that is met first. */
function refuseAgentflow(flow: Flow, catalogue: Pick<Catalogue, 'describe'>): void {
  const isAgents = isAgentflow(flow) || isOlderAgentflow(flow)
  if (!isAgents || flow.nodes.every(({ type, data }) => type === 'stickyNote' || catalogue.describe(data.name))) return
  throw new FlowError('agentflow', 'This is an agent flow, and agent flows cannot run on this server yet.', {
    hint: 'It is kept as it is. Ask a chat flow instead, such as one with a Tool Agent.',
  })
}
