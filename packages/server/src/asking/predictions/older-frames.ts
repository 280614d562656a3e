import { isOwnerHere } from '../../door/askers/may.ts'
import { Steps, type Asker, type RunEvent } from '@chatwright/core'
import type { RunJob } from '../../runs/runs/run-job.ts'
import { actionFor } from '../../runs/runs/waits/action.ts'
import { isOlderAgent, reasoningOf } from '../../runs/runs/waits/older-reasoning.ts'
import { waitsOf, type AgentFrames } from './agent-frames.ts'

/** What clients of the first agent kind hear: who did what so far, who acts next, and what is asked of a person. */
export function createOlderFrames(
  job: RunJob,
  { asker, earlier }: { asker: Asker; earlier: readonly RunEvent[] },
): AgentFrames {
  const steps = new Steps(earlier)
  return {
    frames(event) {
      steps.add(event)
      if (event.type === 'step-start') {
        return isOlderAgent(event) && event.nodeId.startsWith('worker_') ? [['nextAgent', event.label]] : []
      }
      if (event.type !== 'step-end' || !isOwnerHere(asker) || !isOlderAgent(event)) return []
      return [['agentReasoning', reasoningOf(steps.views)]]
    },
    end({ status }) {
      const action = status === 'waiting' ? actionFor(job, { waits: waitsOf(steps.views), asker }) : undefined
      return action ? { frames: [['action', action]], action } : { frames: [] }
    },
  }
}
