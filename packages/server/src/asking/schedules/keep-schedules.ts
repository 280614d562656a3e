import { AppError, type PredictionBody } from '@chatwright/contract'
import { askerOf } from '../../flows/flow-access/asker.ts'
import type { FlowLibrary } from '../../flows/flows/flow-library.ts'
import type { PredictionService } from '../predictions/prediction-service.ts'
import type { ScheduleSettings } from './read-schedule.ts'
import type { FireRow, ScheduleStore } from './schedule-store.ts'
import { every } from '../../ground/every.ts'

export interface ScheduleDependencies {
  store: ScheduleStore
  library: Pick<FlowLibrary, 'head'>
  predictions: Pick<PredictionService, 'start'>
  onFault: (error: unknown) => void
  everyMs?: number | undefined
}

const EVERY_MS = 1000
const AT_ONCE = 10
/** A refusal that lasts for so long is told. */
const GIVEN_UP_MS = 3_600_000
/** Now and then, by the number of looks. */
const SET_RIGHT_EVERY = 60

/** Runs flows at the times they name. Any number of processes may look: each time is kept once, and its run is begun once. */
export function keepSchedules({ everyMs = EVERY_MS, ...dependencies }: ScheduleDependencies): () => void {
  let looks = 0
  const look = (): Promise<void> => lookOnce(dependencies, looks++ % SET_RIGHT_EVERY === 0)
  return every(everyMs, look, dependencies)
}

export async function lookOnce(dependencies: Omit<ScheduleDependencies, 'everyMs'>, setsRight = false): Promise<void> {
  const { store } = dependencies
  const now = await store.now()
  await store.readChanged(now)
  if (setsRight) await store.setRight(now)
  await store.keepDue(now)
  for (const fire of await store.take(AT_ONCE)) await startRun(fire, now, dependencies)
}

/** Begins the run of a time. Done twice, by a process that was thought dead, it is the same run. */
async function startRun(
  fire: FireRow,
  now: Date,
  { store, library, predictions, onFault }: Omit<ScheduleDependencies, 'everyMs'>,
): Promise<void> {
  try {
    const schedule = await store.find(fire.trigger_id)
    const flow = await library.head(fire.chatflow_id)
    const { job, outcome } = await predictions.start({
      flow,
      body: bodyOf(JSON.parse(schedule?.settings ?? '{}') as Partial<ScheduleSettings>, fire),
      origin: 'internal',
      rights: RIGHTS,
      asker: askerOf('schedule', RIGHTS),
      wantsFollowUps: false,
      isUnattended: true,
      idempotencyKey: keyOf(fire),
    })
    outcome.catch(onFault)
    await store.started(fire.id, job.runId)
  } catch (error) {
    // What may pass is tried again when nobody holds it any more.
    const isOld = now.getTime() - Date.parse(fire.created_date) > GIVEN_UP_MS
    if (error instanceof AppError && (isOld || !mayPass(error))) await store.failed(fire.id, error.message)
    else onFault(error)
  }
}

const RIGHTS = { canSpeakAsSystem: true, canNameAnySession: true, canNameVersion: true, audience: 'owner' } as const

/** What the flow itself refuses it would refuse again. A server that is busy, or a run that another still holds, comes round. */
function mayPass({ status, code }: AppError): boolean {
  return status >= 500 || status === 429 || code === 'run-gone'
}

/** Two schedules of a flow may name the same time. */
function keyOf({ chatflow_id: flowId, trigger_id: id, due_at: dueAt }: FireRow): string {
  return id === flowId ? `schedule ${dueAt}` : `schedule ${id} ${dueAt}`
}

/** A chat of its own for each time. */
function bodyOf({ inputMode, defaultInput, form }: Partial<ScheduleSettings>, { id }: FireRow): PredictionBody {
  const apart = { chatId: `schedule:${id}`, resumable: true }
  if (inputMode === 'form') return { form: form ?? {}, ...apart }
  // A question may not be empty, so that none is a blank.
  return { question: (inputMode === 'text' && defaultInput) || ' ', ...apart }
}
