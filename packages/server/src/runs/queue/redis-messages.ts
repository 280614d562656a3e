import { isRunEvent } from '@chatwright/contract'
import type { RunEvent } from '@chatwright/core'
import type { Redis } from 'ioredis'
import { z } from 'zod'
import { runKeys } from './run-keys.ts'

export interface NumberedEvent {
  seq: number
  event: RunEvent
}

const runEvent = z.looseObject({ type: z.string() }).refine(isRunEvent)

const cancelMessage = z.object({
  runId: z.string().optional(),
  /** By somebody, not because nobody reads it. */
  isStopped: z.boolean().optional(),
  flowId: z.string().optional(),
  chatId: z.string().optional(),
})

const queuedRun = z.object({ runId: z.string().min(1), flowId: z.string().min(1) })

/** Everything that comes to us through Redis, and how it is read. Each throws for what is none. */
const READ = {
  /** To all workers: what is to be stopped. */
  cancel: (text: string) => cancelMessage.parse(JSON.parse(text)),
  /** To web processes, as `append` publishes it: the number of the first, then an event a line. */
  events(text: string): NumberedEvent[] {
    const [first = '', ...texts] = text.split('\n')
    const seq = z.coerce.number().int().positive().parse(first)
    return texts.map((line, index) => ({ seq: seq + index, event: readEvent(line) }))
  },
  /** One entry of a run's stream. */
  stream: readEvent,
  /** What stands in the queues. */
  queue: (entry: object) => queuedRun.parse(entry),
}

function readEvent(text: string): RunEvent {
  const event: unknown = JSON.parse(text)
  runEvent.parse(event)
  return event as RunEvent
}

export type RedisSource = keyof typeof READ
export const REDIS_SOURCES = Object.keys(READ) as RedisSource[]

/** What a message says; nothing where it cannot be read, which is counted. */
export type ParseMessage = <Source extends RedisSource>(
  source: Source,
  message: Parameters<(typeof READ)[Source]>[0],
) => ReturnType<(typeof READ)[Source]> | undefined

/**
 * The one way to read what others wrote into Redis. What makes no sense is counted there, for all processes together, and left
 * out: the database knows every run, so that nothing depends on it.
 */
export function createParseMessage(client: Pick<Redis, 'hincrby'>, onFault: (error: unknown) => void): ParseMessage {
  const reported = new Set<RedisSource>()
  return (source, message) => {
    try {
      const read = READ[source] as (message: unknown) => ReturnType<(typeof READ)[typeof source]>
      return read(message)
    } catch (cause) {
      client.hincrby(runKeys.dropped, source, 1).catch(onFault)
      // Once for each: whoever sends a million of them must not fill the log.
      if (!reported.has(source)) {
        reported.add(source)
        onFault(new Error(`A message in Redis (${source}) can't be read and was left out`, { cause }))
      }
      return undefined
    }
  }
}

/** How many messages were left out, by where they came from. */
export async function countDropped(client: Pick<Redis, 'hgetall'>): Promise<{ source: string; count: number }[]> {
  const counts = await client.hgetall(runKeys.dropped)
  return Object.entries(counts).map(([source, count]) => ({ source, count: Number(count) || 0 }))
}
