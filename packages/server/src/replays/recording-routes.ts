import { exportRecording, getCall, listCalls, replayRecording, replayRun } from '@chatwright/contract'
import { handle, type Handler } from '../http/handle.ts'
import type { CallService } from './call-service.ts'
import { changedRecording, type RecordedRuns } from './recorded-run.ts'
import type { ReplayService } from './replay-service.ts'

interface Recordings {
  calls: CallService
  recorded: RecordedRuns
  replays: ReplayService
}

export const recordingRoutes = ({ calls, recorded, replays }: Recordings): Handler[] => [
  handle(listCalls, ({ params, query }) => calls.list(params.id, query)),
  handle(getCall, ({ params }) => calls.get(params.id, params.seq)),
  handle(replayRun, async ({ params, body }) => replays.run(await recorded.find(params.id), body)),
  handle(exportRecording, ({ params }) => recorded.write(params.id)),
  handle(replayRecording, ({ body }) => replays.run(recorded.read(body), { mode: 'replay' }).catch(refuseChanged)),
]

/** A file that people may have changed by hand: what cannot be made sense of is theirs to mend. */
function refuseChanged(error: unknown): never {
  throw error instanceof TypeError ? changedRecording('job') : error
}
