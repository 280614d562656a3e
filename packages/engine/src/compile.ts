import { aKind, isAgentflow, isOlderAgentflow, type Flow, type ValueKind } from '@chatwright/core'
import type { Catalogue } from './catalogue.ts'
import { readDrawing, withLoading } from './drawing.ts'
import { findWanted, type Wanted } from './find-wanted.ts'
import { FlowError } from './flow-error.ts'
import { makePlan } from './make-plan.ts'
import type { Plan, SharedCells, StepPlan } from './plan.ts'
import { readOlderFlow } from './steps/read-older-flow.ts'
import { readStepFlow } from './steps/read-step-flow.ts'

/**
 * Checks a flow and makes it ready to give a value many times. Throws a FlowError when the drawing cannot give it. Plans
 * of one flow that are handed the same cells share what they build.
 */
export async function compile<Kind extends ValueKind>(
  flow: Flow,
  catalogue: Catalogue,
  { cells, ...wanted }: Wanted<Kind> & { cells?: SharedCells },
): Promise<Plan<Kind>> {
  const { want, nodeId } = wanted
  const isOlder = !isAgentflow(flow) && isOlderAgentflow(flow)
  if (isAgentflow(flow) || isOlder) {
    // Only a chat is made of steps, which is what is wanted here.
    if (want === 'chat') return (await compileSteps(flow, catalogue, { isOlder })) as Plan<Kind>
    if (want === 'memory') return makePlan({ nodes: new Map() }, { want, targets: [], catalogue, cells: new Map() })
    if (!isOlder) throw noneOfItsOwn(want, nodeId)
  }
  const drawing = readDrawing(flow, catalogue)
  const targets = findWanted(wanted, { flow, catalogue, drawing })
  const [store] = targets
  return makePlan(want === 'vector-store' && store !== undefined ? withLoading(drawing, store) : drawing, {
    want,
    targets,
    catalogue,
    cells: cells ?? new Map(),
  })
}

/** A flow of the first agent kind runs as the steps that it means; its drawing stays what it is. */
async function compileSteps(flow: Flow, catalogue: Catalogue, { isOlder }: { isOlder: boolean }): Promise<StepPlan> {
  const steps = await (isOlder ? readOlderFlow(flow, catalogue) : readStepFlow(flow, catalogue))
  return { kind: 'steps', want: 'chat', flow: steps }
}

/** An agent flow answers by its steps. Nothing else can be asked of it as a whole: its models and stores are chosen inside them. */
function noneOfItsOwn(want: ValueKind, nodeId: string | undefined): FlowError {
  return new FlowError('not-there', `An agent flow doesn't have ${aKind(want)} of its own.`, {
    hint: 'Open a step to choose its model, tools and memory.',
    ...(nodeId !== undefined && { nodeId }),
  })
}
