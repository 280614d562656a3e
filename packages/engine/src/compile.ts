import { isAgentflow, isOlderAgentflow, nounOfKind, type Flow, type ValueKind } from '@chatwright/core'
import type { Catalogue } from './catalogue.ts'
import { readDrawing, withLoading } from './drawing.ts'
import { findWanted, type Wanted } from './find-wanted.ts'
import { FlowError } from './flow-error.ts'
import { makePlan } from './make-plan.ts'
import type { Plan, SharedCells } from './plan.ts'
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
  refuseOlder(flow, catalogue)
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
    throw new FlowError('not-there', `An agent flow has no ${nounOfKind(want)} of its own.`, {
      hint: 'What its steps use is chosen inside them.',
      ...(nodeId !== undefined && { nodeId }),
    })
  }
  const plan = await makePlan({ nodes: new Map() }, { want, targets: [], catalogue, cells: new Map() })
  return want === 'chat' ? { ...plan, stepFlow: await readStepFlow(flow, catalogue) } : plan
}

/** It is the flow that cannot run here, not the one node of it that is met first. */
function refuseOlder(flow: Flow, catalogue: Pick<Catalogue, 'describe'>): void {
  if (!isOlderAgentflow(flow)) return
  if (flow.nodes.every(({ type, data }) => type === 'stickyNote' || catalogue.describe(data.name))) return
  throw new FlowError(
    'agentflow',
    'This is an agent flow of the first kind, and these cannot run on this server yet.',
    {
      hint: 'It is kept as it is. Draw its steps in a new agent flow, or ask a chat flow instead.',
    },
  )
}
