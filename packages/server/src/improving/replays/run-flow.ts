import { AppError, type ExecutionFlow } from '@chatwright/contract'
import { stripForSave, type NodeDescription } from '@chatwright/core'
import type { FlowLibrary } from '../../flows/flows/flow-library.ts'
import { usedNodes } from '../../flows/flows/used-nodes.ts'
import { readJob } from '../../runs/runs/job.ts'
import { isAnswering } from '../../runs/runs/kinds/index.ts'
import type { RunStore } from '../../runs/runs/run-store.ts'

export type RunFlows = ReturnType<typeof createRunFlows>

/** Flows as runs began with them, to be drawn. */
export function createRunFlows({
  runs,
  library,
  describe,
}: {
  runs: Pick<RunStore, 'find'>
  library: Pick<FlowLibrary, 'head' | 'pinned'>
  describe: (nodeName: string) => NodeDescription | undefined
}) {
  return {
    async find(runId: string): Promise<ExecutionFlow> {
      const row = await runs.find(runId)
      if (!row) throw new AppError('run-not-found', { id: runId })
      const job = readJob(row.request)
      if (!isAnswering(job)) throw new AppError('run-not-found', { id: runId })
      const [{ id, name, version, flow }, newest] = await Promise.all([library.pinned(job), library.head(job.flowId)])
      return {
        id,
        name,
        version,
        flowData: JSON.stringify(stripForSave(flow, describe)),
        isCurrent: newest.version === version && job.isDraft === undefined,
        nodes: usedNodes(flow, describe),
      }
    },
  }
}
