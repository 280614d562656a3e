import { isOwnerHere } from '../../door/askers/may.ts'
import type { StreamEvent } from '@chatwright/contract'
import { Steps, type Asker, type RunEvent, type StepView } from '@chatwright/core'
import { isBySteps } from '../../runs/runs/kinds/index.ts'
import { executionOf, type RunJob } from '../../runs/runs/run-job.ts'
import { actionFor, type Action } from '../../runs/runs/waits/action.ts'
import { executionItems, withoutData, type ItemStatus } from '../../runs/runs/waits/execution-items.ts'

export type AgentFrame = [name: StreamEvent, data: unknown]

/** What clients of the older product hear of an agent flow besides its words. */
export interface AgentFrames {
  /** Frames for an event of a step; nothing for any other. */
  frames(event: RunEvent): AgentFrame[]
  /** Frames before the end of the stream, and what the run waits for. */
  end(event: Extract<RunEvent, { type: 'run-end' }>): { frames: AgentFrame[]; action?: Action }
}

const MOST_ITEMS = 200

interface Hearing {
  asker: Asker
  /** What was told before this run went on. */
  earlier: readonly RunEvent[]
}

/** Readers from outside are told which steps run, not what they are made of. */
export function createAgentFrames(job: RunJob, { asker, earlier }: Hearing): AgentFrames {
  const execution = executionOf(job)
  const steps = new Steps(earlier)
  let hasBegun = false

  const begun = (): AgentFrame[] => {
    if (hasBegun) return []
    hasBegun = true
    return [['agentFlowEvent', 'INPROGRESS']]
  }
  const next = (path: string, status: ItemStatus, error?: string): AgentFrame[] => {
    const view = steps.viewOf(path)
    if (!view || view.isCall) return []
    const { nodeId, label: nodeLabel } = view
    return [['nextAgentFlow', { nodeId, nodeLabel, status, ...(error !== undefined && { error }) }]]
  }
  let isLong = false
  const items = (path: string): AgentFrame[] => {
    if (isLong || path.includes('/')) return []
    const told = executionItems(execution, steps.views)
    // The whole list again after every step, as those clients expect; a long loop is told by its steps alone, and put together no more.
    isLong = told.length > MOST_ITEMS
    return isLong ? [] : [['agentFlowExecutedData', isOwnerHere(asker) ? told : withoutData(told)]]
  }

  return {
    frames(event) {
      steps.add(event)
      switch (event.type) {
        case 'run-start':
          return isBySteps(job) ? begun() : []
        case 'step-start':
          return next(event.path, 'INPROGRESS')
        case 'step-end':
          return [...next(event.path, 'FINISHED'), ...items(event.path)]
        case 'step-error':
          return [
            ...next(event.path, 'ERROR', isOwnerHere(asker) ? event.fault.message : undefined),
            ...items(event.path),
          ]
        case 'step-wait':
          return [...next(event.path, 'STOPPED'), ...items(event.path)]
        default:
          return []
      }
    },
    end({ status }) {
      if (!isBySteps(job)) return { frames: [] }
      const action = status === 'waiting' ? actionFor(job, { waits: waitsOf(steps.views), asker }) : undefined
      const state = ENDS[status]
      return {
        frames: [['agentFlowEvent', state], ...(action ? ([['action', action]] satisfies AgentFrame[]) : [])],
        ...(action && { action }),
      }
    },
  }
}

export function waitsOf(views: readonly StepView[]) {
  return views.flatMap(({ path, nodeId, label, at, status, question }) =>
    status === 'waiting' && question ? [{ path, nodeId, label, at, question }] : [],
  )
}

const ENDS: Readonly<Record<Extract<RunEvent, { type: 'run-end' }>['status'], ItemStatus>> = {
  done: 'FINISHED',
  waiting: 'STOPPED',
  failed: 'ERROR',
  interrupted: 'ERROR',
  cancelled: 'TERMINATED',
}
