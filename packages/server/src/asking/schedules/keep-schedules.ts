import { AppError, type PredictionBody } from '@chatwright/contract'
import { ownAsker } from '../../door/askers/asker-of.ts'
import { every } from '../../ground/every.ts'
import type { FlowLibrary } from '../../flows/flows/flow-library.ts'
import type { DeliveryRow, DeliveryStore } from '../../runs/deliveries/delivery-store.ts'
import type { DeliveryHandler } from '../../runs/deliveries/outbox.ts'
import type { PredictionService } from '../predictions/prediction-service.ts'
import type { ScheduleSettings } from './read-schedule.ts'
import type { ScheduleStore } from './schedule-store.ts'

export interface ScheduleDependencies {
  store: ScheduleStore
  /** Times came that are to run. */
  onDue: () => void
  onFault: (error: unknown) => void
  everyMs?: number | undefined
}

export interface StartDependencies {
  store: Pick<ScheduleStore, 'find' | 'now'>
  deliveries: Pick<DeliveryStore, 'release'>
  library: Pick<FlowLibrary, 'head'>
  predictions: Pick<PredictionService, 'start'>
  onFault: (error: unknown) => void
}

const EVERY_MS = 1000
/** A refusal that lasts for so long is told. */
const GIVEN_UP_MS = 3_600_000
const AGAIN_MS = 15_000
/** Now and then, by the number of looks. */
const SET_RIGHT_EVERY = 60

/** Notes the times that came. Any number of processes may look: each time is kept once, with the next one of its schedule. */
export function keepSchedules({ everyMs = EVERY_MS, ...dependencies }: ScheduleDependencies): () => void {
  let looks = 0
  const look = (): Promise<void> => lookOnce(dependencies, looks++ % SET_RIGHT_EVERY === 0)
  return every(everyMs, look, dependencies)
}

export async function lookOnce(
  { store, onDue }: Pick<ScheduleDependencies, 'store' | 'onDue'>,
  setsRight = false,
): Promise<void> {
  const now = await store.now()
  await store.readChanged(now)
  if (setsRight) await store.setRight(now)
  if (await store.keepDue(now)) onDue()
}

/** Runs flows at the times they name, those of a schedule one after another. */
export function createScheduledStarts(dependencies: StartDependencies): DeliveryHandler {
  return {
    atOnce: 10,
    perSubject: 1,
    async deliver(rows) {
      for (const row of rows) await startRun(row, dependencies)
    },
  }
}

/** Begins the run of a time. Done twice, by a process that was thought dead, it is the same run. */
async function startRun(
  time: DeliveryRow,
  { store, deliveries, library, predictions, onFault }: StartDependencies,
): Promise<void> {
  try {
    const schedule = await store.find(time.subject_id)
    const flow = await library.head(time.chatflow_id)
    const { job, outcome } = await predictions.start({
      flow,
      body: bodyOf(JSON.parse(schedule?.settings ?? '{}') as Partial<ScheduleSettings>, time),
      asker: ownAsker('schedule'),
      idempotencyKey: keyOf(time),
    })
    outcome.catch(onFault)
    await deliveries.release(time, { state: 'started', run_id: job.runId })
  } catch (error) {
    const isOld = (await store.now()).getTime() - Date.parse(time.created_date) > GIVEN_UP_MS
    if (error instanceof AppError && (isOld || !mayPass(error))) {
      await deliveries.release(time, { state: 'failed', error: error.message })
    } else {
      // What may pass is tried again.
      await deliveries.release(time, {}, { afterMs: AGAIN_MS })
      onFault(error)
    }
  }
}

/** What the flow itself refuses it would refuse again. A server that is busy, or a run that another still holds, comes round. */
function mayPass({ status, code }: AppError): boolean {
  return status >= 500 || status === 429 || code === 'run-gone'
}

/** Two schedules of a flow may name the same time. */
function keyOf({ chatflow_id: flowId, subject_id: id, delivery_key: time }: DeliveryRow): string {
  return id === flowId ? `schedule ${time}` : `schedule ${id} ${time}`
}

/** A chat of its own for each time. */
function bodyOf({ inputMode, defaultInput, form }: Partial<ScheduleSettings>, { id }: DeliveryRow): PredictionBody {
  const apart = { chatId: `schedule:${id}`, resumable: true }
  if (inputMode === 'form') return { form: form ?? {}, ...apart }
  // A question may not be empty, so that none is a blank.
  return { question: (inputMode === 'text' && defaultInput) || ' ', ...apart }
}
