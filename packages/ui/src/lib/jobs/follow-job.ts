import { followJob as followRoute, routeUrl } from '@chatwright/contract'
import { foldEvent, UNBEGUN } from '@chatwright/core/run'
import type { RunEvent } from '@chatwright/core'
import type { RunOutcome } from '@chatwright/core/run'

import { send } from '../api.ts'
import { askFlow } from '../prediction/ask-flow.ts'

interface JobReader {
  onOutcome?: (outcome: RunOutcome) => void
  onEvent?: (event: RunEvent) => void
  /** The server no longer tells of it, or cannot be reached. */
  onLost?: (error: unknown) => void
}

interface Following {
  outcome: RunOutcome
  /** How its nodes fared so far, for whoever joins later. */
  told: RunEvent[]
  readers: Set<JobReader>
  leaving: AbortController
}

/** Of more, the oldest are forgotten: a node that runs again and again tells the same again. */
const MOST_TOLD = 1000

/** One connection per job, however many in this tab look at it: a browser has few of them. */
const followed = new Map<string, Following>()

/** Tells what a job has come to and how its nodes fare, from its start until its end, over breaks of the connection. Leaving does not stop the job. */
export function followJob(id: string, reader: JobReader): () => void {
  const following = followed.get(id) ?? begin(id)
  following.readers.add(reader)
  for (const event of following.told) reader.onEvent?.(event)
  if (following.outcome !== UNBEGUN) reader.onOutcome?.(following.outcome)
  return () => {
    following.readers.delete(reader)
    if (following.readers.size === 0) end(id, following)
  }
}

function begin(id: string): Following {
  const following: Following = { outcome: UNBEGUN, told: [], readers: new Set(), leaving: new AbortController() }
  followed.set(id, following)
  void follow(id, following)
  return following
}

function end(id: string, following: Following): void {
  following.leaving.abort()
  if (followed.get(id) === following) followed.delete(id)
}

async function follow(id: string, following: Following): Promise<void> {
  const address = routeUrl(followRoute, { params: { id } })
  try {
    const told = askFlow({
      send: (request) => send(address, { method: followRoute.method, ...request }),
      idempotencyKey: id,
      signal: following.leaving.signal,
    })
    for await (const event of told) {
      following.outcome = event.type === 'restart' ? UNBEGUN : foldEvent(following.outcome, event)
      following.told = event.type === 'restart' ? [] : remember(following.told, event)
      for (const { onOutcome, onEvent } of following.readers) {
        if (event.type !== 'restart') onEvent?.(event)
        onOutcome?.(following.outcome)
      }
    }
  } catch (error) {
    if (following.leaving.signal.aborted) return
    for (const { onLost } of following.readers) onLost?.(error)
  } finally {
    end(id, following)
  }
}

function remember(told: RunEvent[], event: RunEvent): RunEvent[] {
  if (event.type === 'run-start') return [event]
  if (event.type !== 'node-start' && event.type !== 'node-end' && event.type !== 'node-error') return told
  told.push(event)
  if (told.length > MOST_TOLD) told.splice(1, 1)
  return told
}
