import type { RecordingFile } from '@chatwright/contract'
import { AppError } from '@chatwright/contract/errors'
import { parseFlowData, stripForSave, type Describe, type Flow, type RunEvent } from '@chatwright/core'
import type { FlowLibrary } from '../../flows/flows/flow-library.ts'
import { readJob } from '../../runs/runs/job.ts'
import { isAnswering } from '../../runs/runs/kinds/index.ts'
import type { ToldBefore } from '../../runs/runs/kinds/flow.ts'
import { executionOf, type RunJob } from '../../runs/runs/run-job.ts'
import type { RunStore } from '../../runs/runs/run-store.ts'
import { callsIn } from './recorded-calls.ts'
import type { ValueStore } from '../../runs/recordings/value-store.ts'
import { textsFor } from '../../runs/recordings/value-texts.ts'

/** All that is needed to run it again. */
export interface RecordedRun {
  job: RunJob
  /** As it was drawn when it ran. */
  flow: Flow
  events: readonly RunEvent[]
  /** What was told by the runs that it went on from. */
  told: readonly RunEvent[]
  values: ReadonlyMap<string, string>
}

export interface RecordedRunDependencies {
  runs: Pick<RunStore, 'find' | 'events'>
  values: ValueStore
  library: Pick<FlowLibrary, 'pinned'>
  toldBefore: Pick<ToldBefore, 'earlier'>
  hide: <Value>(value: Value) => Value
  describe: Describe
}

export type RecordedRuns = ReturnType<typeof createRecordedRuns>

export function createRecordedRuns({ runs, values, library, toldBefore, hide, describe }: RecordedRunDependencies) {
  const toFile = (run: RecordedRun): RecordingFile => writeFile(run, describe)

  /** The run with its flow, without what its calls came to. */
  const findBare = async (runId: string): Promise<Omit<RecordedRun, 'values'>> => {
    const row = await runs.find(runId)
    if (!row) throw new AppError('run-not-found', { id: runId })
    const job = readJob(row.request)
    if (!isAnswering(job) || row.status === 'queued' || row.status === 'running') {
      throw new AppError('run-not-recorded', { id: runId })
    }
    const events = await runs.events(runId)
    const execution = executionOf(job)
    const { flow } = await library.pinned(job)
    const told = execution === runId ? [] : await toldBefore.earlier(execution, runId)
    return { job, flow, events, told }
  }

  const find = async (runId: string): Promise<RecordedRun> => {
    const { job, flow, events, told } = await findBare(runId)
    const wanted = callsIn(events).flatMap(({ event }) => [event.request, event.response])
    const found = await values.load({ flowId: job.flowId, chatId: job.session.chatId }, wanted)
    if (wanted.flatMap(textsFor).some((hash) => !found.has(hash))) throw new AppError('run-not-recorded', { id: runId })
    return { job, flow, events, told, values: found }
  }
  return {
    find,

    /** One file that holds all of it, without secrets. */
    write: async (runId: string): Promise<RecordingFile> => hide(toFile(await find(runId))),

    /** The same without what its calls came to: whoever runs it again must ask. */
    async bare(runId: string): Promise<RecordingFile> {
      const { events, ...run } = await findBare(runId)
      return hide(toFile({ ...run, events: events.filter(({ type }) => type !== 'call'), values: new Map() }))
    },

    read: fromFile,
    toFile,
  }
}

/** The run that a file holds. */
export function fromFile({ job, flowData, events, told, values: texts }: RecordingFile): RecordedRun {
  return {
    job: job as unknown as RunJob,
    flow: readFlow(flowData),
    events,
    told,
    values: new Map(Object.entries(texts)),
  }
}

/** A recorded run as it travels. */
export function writeFile({ job, flow, events, told, values }: RecordedRun, describe: Describe): RecordingFile {
  return {
    recording: 1,
    job: { ...job } as unknown as RecordingFile['job'],
    flowData: JSON.stringify(stripForSave(flow, describe)),
    events: [...events],
    told: [...told],
    values: Object.fromEntries(values),
  }
}

function readFlow(flowData: string): Flow {
  try {
    return parseFlowData(flowData)
  } catch {
    throw changedRecording('flowData')
  }
}

export function changedRecording(path: string): AppError {
  const message = 'This is not the file of a recorded run, or it was changed'
  return new AppError('invalid-request', { issues: [{ path, message }] })
}
