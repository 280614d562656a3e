import type { RunEvent } from '@chatwright/core'
import { toFault } from '@chatwright/engine'
import type { Rest, RunEnd, WorkOptions } from './job-kind.ts'

/** Does work that answers nobody as a run: it begins once, and ends as the work says, as it failed, or cancelled. */
export async function withRunEvents(
  runId: string,
  { signal, log, clock }: Pick<WorkOptions<'chat'>, 'signal' | 'log' | 'clock'>,
  work: () => Promise<'done' | 'cancelled' | Rest>,
): Promise<RunEnd | Rest> {
  const startedAt = clock()
  const start: RunEvent = { type: 'run-start', runId, at: startedAt, endingNodeId: '' }
  const end = (rest: Pick<RunEnd, 'status' | 'fault'>): RunEnd => ({
    type: 'run-end',
    runId,
    at: clock(),
    durationMs: clock() - startedAt,
    ...rest,
  })
  if (log.events.length === 0) log.append(start)
  try {
    signal.throwIfAborted()
    const step = await work()
    signal.throwIfAborted()
    return typeof step === 'string' ? end({ status: step }) : step
  } catch (error) {
    if (signal.aborted) return end({ status: 'cancelled' })
    return end({ status: 'failed', fault: { ...toFault(error), message: (error as Error).message } })
  }
}
