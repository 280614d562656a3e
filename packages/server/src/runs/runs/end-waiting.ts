import { giveUp } from './give-up.ts'
import type { QueuedRunStore } from './queued-run-store.ts'
import type { RunStore } from './run-store.ts'

export interface EndWaitingDependencies {
  queued: Pick<QueuedRunStore, 'waitingIn'>
  store: Pick<RunStore, 'events' | 'finish'>
  now: () => Date
}

/** Ends the runs of a chat, or the one of them that is named, that nobody has taken up yet; returns which. What is taken up meanwhile stays with whoever took it. */
export async function endWaiting(
  { runId, ...chat }: { flowId: string; chatId: string; runId?: string },
  { queued, store, now }: EndWaitingDependencies,
): Promise<string[]> {
  const found = await queued.waitingIn(chat)
  const waiting = runId === undefined ? found : found.filter(({ job }) => job.runId === runId)
  for (const { job, fence } of waiting) {
    const events = await store.events(job.runId)
    await giveUp({ job, fence, events, kept: events.length }, { store, at: now(), status: 'cancelled' })
  }
  return waiting.map(({ job }) => job.runId)
}
