import {
  exportRecording,
  getCall,
  getRunFlow,
  listCalls,
  planReplay,
  replayRecording,
  replayRun,
} from '@chatwright/contract'
import { handle, type Handler } from '../../door/http/handle.ts'
import type { CallService } from './call-service.ts'
import { changedRecording, type RecordedRuns } from './recorded-run.ts'
import type { ReplayService } from './replay-service.ts'
import type { RunFlows } from './run-flow.ts'

interface Recordings {
  calls: CallService
  recorded: RecordedRuns
  replays: ReplayService
  flows: RunFlows
}

export const recordingRoutes = ({ calls, recorded, replays, flows }: Recordings): Handler[] => [
  handle(listCalls, ({ params, query }) => calls.list(params.id, query)),
  handle(getCall, ({ params }) => calls.get(params.id, params.seq)),
  handle(getRunFlow, ({ params }) => flows.find(params.id)),
  handle(planReplay, async ({ params, body }) => replays.plan(await recorded.find(params.id), body)),
  handle(replayRun, async ({ params, body }) => replays.run(await recorded.find(params.id), body)),
  handle(exportRecording, ({ params }) => recorded.write(params.id)),
  handle(replayRecording, ({ body }) => replays.run(recorded.read(body), { mode: 'replay' }).catch(refuseChanged)),
]

/** A file that people may have changed by hand: what cannot be made sense of is theirs to mend. */
function refuseChanged(error: unknown): never {
  throw error instanceof TypeError ? changedRecording('job') : error
}
