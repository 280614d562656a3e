import { aKind, isAgentflow, isOlderAgentflow, type Flow, type ValueKind } from '@chatwright/core'
import type { Catalogue } from './catalogue.ts'
import { readDrawing, withLoading } from './drawing.ts'
import { findWanted, type Wanted } from './find-wanted.ts'
import { FlowError } from './flow-error.ts'
import { makePlan } from './make-plan.ts'
import type { Plan, SharedCells } from './plan.ts'
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
  if (isAgentflow(flow)) return compileSteps(flow, catalogue, wanted)
  if (isOlderAgentflow(flow) && (wanted.want === 'chat' || wanted.want === 'memory')) {
    return compileOlder(flow, catalogue, wanted)
  }
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

/** An agent flow answers by its steps. Nothing else can be asked of it as a whole: its models and stores are chosen inside them. */
async function compileSteps<Kind extends ValueKind>(
  flow: Flow,
  catalogue: Catalogue,
  { want, nodeId }: Wanted<Kind>,
): Promise<Plan<Kind>> {
  if (want !== 'chat' && want !== 'memory') {
    throw new FlowError('not-there', `An agent flow doesn't have ${aKind(want)} of its own.`, {
      hint: 'Open a step to choose its model, tools and memory.',
      ...(nodeId !== undefined && { nodeId }),
    })
  }
  const plan = await makePlan({ nodes: new Map() }, { want, targets: [], catalogue, cells: new Map() })
  return want === 'chat' ? { ...plan, stepFlow: await readStepFlow(flow, catalogue) } : plan
}

/** A flow of the first agent kind runs as the steps that it means; its drawing stays what it is. */
async function compileOlder<Kind extends ValueKind>(
  flow: Flow,
  catalogue: Catalogue,
  { want, nodeId }: Wanted<Kind>,
): Promise<Plan<Kind>> {
  const plan = await compileSteps({ nodes: [], edges: [] }, catalogue, {
    want: 'memory',
    ...(nodeId !== undefined && { nodeId }),
  })
  return { ...plan, want, ...(want === 'chat' && { stepFlow: await readOlderFlow(flow, catalogue) }) }
}
