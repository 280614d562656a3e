import type { DryReplay } from '@chatwright/contract'
import { newId } from '../../ground/db/new-id.ts'
import type { FlowHead, FlowLibrary } from '../../flows/flows/flow-library.ts'
import { isHeld, liveVersionOf } from '../../flows/flows/publishing.ts'
import type { Runner } from '../../runs/runs/runner.ts'
import { reportOf, type DryReport } from './dry-report.ts'
import type { DryReplayRow, DryReplayStore } from './dry-replay-store.ts'

export type DryReplayService = ReturnType<typeof createDryReplayService>

export interface DryReplayDependencies {
  store: Pick<DryReplayStore, 'find' | 'deleteRun'>
  library: Pick<FlowLibrary, 'head'>
  runner: Pick<Runner, 'enqueue' | 'cancel'>
  isRecording: () => boolean
  onFault(error: unknown): void
}

/** Replays recorded answers with what was saved: each replay is a run, and the newest takes the place of the one before. */
export function createDryReplayService({ store, library, runner, isRecording, onFault }: DryReplayDependencies) {
  const isRecorded = ({ settings }: Pick<FlowHead, 'settings'>): boolean => isRecording() && settings.isRecorded

  const begin = async ({ id: flowId, name: flowName }: FlowHead, version: number): Promise<void> => {
    const before = await store.find(flowId)
    const runId = newId()
    const session = { flowId, chatId: runId, sessionId: runId, origin: 'internal' as const }
    await runner.enqueue({ kind: 'dry-replay', runId, flowId, flowName, flowVersion: version, session })
    if (!before?.run_id) return
    // What it would tell is out of date.
    await runner.cancel({ flowId, chatId: before.run_id })
    await store.deleteRun(before.run_id)
  }

  const get = async (flowId: string): Promise<DryReplay> => {
    const flow = await library.head(flowId)
    const row = await store.find(flowId)
    const { state, reason } = stateOf(row, isRecorded(flow))
    return {
      state,
      reason,
      version: row?.version ?? null,
      endedDate: state === 'done' ? (row?.updated_date ?? null) : null,
      ...reportOf({ items: [], tests: [] }),
      ...((state === 'done' && row?.report ? JSON.parse(row.report) : {}) as Partial<DryReport>),
      gate: flow.gate,
      liveVersion: liveVersionOf(flow),
      isHeld: isHeld(flow),
    }
  }

  return {
    get,

    /** A version was saved. That stays so whether it can be replayed or not. */
    async saved(flowId: string, version: number): Promise<void> {
      if (!isRecording()) return
      try {
        const flow = await library.head(flowId)
        if (isRecorded(flow)) await begin(flow, version)
      } catch (error) {
        onFault(error)
      }
    },

    async start(flowId: string): Promise<DryReplay> {
      const flow = await library.head(flowId)
      if (isRecorded(flow)) await begin(flow, flow.version)
      return get(flowId)
    },
  }
}

function stateOf(row: DryReplayRow | undefined, isOn: boolean): Pick<DryReplay, 'state' | 'reason'> {
  if (!isOn) return { state: 'off', reason: null }
  // One that a release began which did not do it as a run ended with its process.
  if (!row || (row.state === 'running' && row.run_id === null)) return { state: 'none', reason: null }
  return { state: row.state, reason: row.reason }
}
