import { readJob } from '../../runs/runs/job.ts'
import { executionOf } from '../../runs/runs/run-job.ts'
import { isAnswering } from '../../runs/runs/kinds/index.ts'
import { readEventRows } from '../../runs/runs/event-rows.ts'
import { callsIn } from '../replays/recorded-calls.ts'
import type { ReplayableRun } from '../replays/run-recorded.ts'
import { textsFor, neededBy } from '../../runs/recordings/value-texts.ts'
import type { DryProcess } from './dry-replay.ts'

/** All values that are remembered at a time, in characters. */
const MOST_REMEMBERED = 32_000_000

/** Reads recorded runs. Turns of one chat need mostly the same values: what one brought along, the next finds. */
export function readRecorded(from: Pick<DryProcess, 'recordedRun' | 'values' | 'earlier'>) {
  const chats = new Map<string, KnownValues>()
  let remembered = 0

  /** Nothing where some of it is not kept any more. */
  const load = async (chat: { flowId: string; chatId: string }, wanted: readonly string[]) => {
    const known = chats.get(chat.chatId) ?? { texts: new Map<string, string>(), whole: new Set<string>() }
    chats.set(chat.chatId, known)
    const missing = missingIn(known, wanted)
    if (missing.length === 0) return known.texts
    for (const [hash, text] of await from.values(chat, missing)) {
      known.texts.set(hash, text)
      remembered += text.length
    }
    if (remembered > MOST_REMEMBERED) {
      chats.clear()
      remembered = 0
    }
    return missingIn(known, wanted).length === 0 ? known.texts : undefined
  }

  /** Nothing where it was not recorded, or not all of it is kept any more. */
  return async (runId: string): Promise<ReplayableRun | undefined> => {
    const row = await from.recordedRun(runId)
    const job = row && readJob(row.request)
    if (!job || !isAnswering(job)) return undefined
    const events = readEventRows(row.events.map((event) => ({ event })))
    const wanted = callsIn(events).flatMap(({ event }) => [event.request, event.response])
    if (wanted.length === 0) return undefined
    const values = await load({ flowId: job.flowId, chatId: job.session.chatId }, wanted)
    if (!values) return undefined
    const execution = executionOf(job)
    return { job, events, values, told: execution === runId ? [] : await from.earlier(execution, runId) }
  }
}

interface KnownValues {
  texts: Map<string, string>
  /** Those of which everything they need is there. */
  whole: Set<string>
}

/** What is wanted and not there, with all that it needs. */
function missingIn({ texts, whole }: KnownValues, wanted: readonly string[]): string[] {
  const missing: string[] = []
  const seen = new Set<string>()
  const left = wanted.flatMap(textsFor)
  for (let hash = left.pop(); hash !== undefined; hash = left.pop()) {
    if (seen.has(hash) || whole.has(hash)) continue
    seen.add(hash)
    const text = texts.get(hash)
    if (text === undefined) missing.push(hash)
    else for (const needed of neededBy(text)) left.push(needed)
  }
  if (missing.length === 0) for (const hash of seen) whole.add(hash)
  return missing
}
