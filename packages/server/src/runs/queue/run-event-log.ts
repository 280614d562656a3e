import type { Redis } from 'ioredis'
import type { RunLog } from '../runs/run-log.ts'
import { redisScript } from './redis-connection.ts'
import type { NumberedEvent, ParseMessage } from './redis-messages.ts'
import { EVENTS_KEPT_SECONDS, runKeys } from './run-keys.ts'

const FENCED = -1
const GONE = 0

/**
 * Appends events under their numbers, once each, by the holder of the fence only.
 * A repeated call (the reply was lost) adds nothing twice. When the stream vanished (Redis was flushed) it says so.
 */
const append = redisScript(`
local held = redis.call('GET', KEYS[2])
if held and held ~= ARGV[1] then return ${FENCED} end
if not held then redis.call('SET', KEYS[2], ARGV[1]) end
local first = tonumber(ARGV[2])
local tail = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)
local last = 0
if tail[1] then last = tonumber(string.match(tail[1][1], '^%d+')) end
if last < first - 1 then return ${GONE} end
for i = 5, #ARGV do
  local seq = first + i - 5
  if seq > last then redis.call('XADD', KEYS[1], seq .. '-0', 'e', ARGV[i]) end
end
redis.call('EXPIRE', KEYS[1], ARGV[3])
redis.call('EXPIRE', KEYS[2], ARGV[3])
redis.call('PUBLISH', ARGV[4], ARGV[2] .. '\\n' .. table.concat(ARGV, '\\n', 5))
return first + #ARGV - 5
`)

/** The fence only ever rises. */
const claim = redisScript(`
local held = tonumber(redis.call('GET', KEYS[1]) or '-1')
if held > tonumber(ARGV[1]) then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'EX', ARGV[2])
return held == -1 and 2 or 1
`)

export interface RunEventWriter {
  /** Resolves once everything told is in Redis. */
  flush(): Promise<void>
}

/** How long a run may take to send nothing before its events are forgotten. */
const RUNNING_KEPT_SECONDS = 3600

/** Sends a run's events in batches: one call is under way at a time, and takes along all that came meanwhile. */
export function createRunEventWriter(
  client: Redis,
  options: {
    runId: string
    fence: number
    /** Everything told of the run, also by those who held it before. */
    log: Pick<RunLog, 'events' | 'watch'>
    /** How many of them Redis has. */
    sent: number
    onFenced(): void
  },
): RunEventWriter {
  const { runId, fence, log, onFenced } = options
  let { sent } = options
  let isOver = false
  let sending: Promise<void> | undefined

  const send = async (): Promise<void> => {
    // Let what is told in the same breath travel together.
    await new Promise(setImmediate)
    while (sent < log.events.length && !isOver) {
      const upTo = log.events.length
      const result = await append(
        client,
        [runKeys.events(runId), runKeys.fence(runId)],
        [
          fence,
          sent + 1,
          RUNNING_KEPT_SECONDS,
          runKeys.channel(runId),
          ...log.events.slice(sent, upTo).map((event) => JSON.stringify(event)),
        ],
      )
      if (result === FENCED) {
        isOver = true
        onFenced()
        // Redis was flushed: it gets everything once more.
      } else if (result === GONE) sent = 0
      else sent = upTo
    }
  }
  const start = (): void => {
    sending ??= send().finally(() => (sending = undefined))
  }
  log.watch(start)
  if (sent < log.events.length) start()

  return {
    async flush() {
      // What came while the last batch was under way starts another.
      for (let batch = sending; batch; batch = sending) await batch
      if (!isOver) await client.expire(runKeys.events(runId), EVENTS_KEPT_SECONDS)
    },
  }
}

/** Takes the right to write. Tells whether an earlier holder's traces were still there. */
export async function claimFence(
  client: Redis,
  runId: string,
  fence: number,
): Promise<{ isHeld: boolean; wasThere: boolean }> {
  const result = await claim(client, [runKeys.fence(runId)], [fence, RUNNING_KEPT_SECONDS])
  return { isHeld: result !== 0, wasThere: result === 1 }
}

/** The events after a number, in order, as far as they can be read: the database has the rest once the run ends. */
export async function readEvents(
  client: Redis,
  parseMessage: ParseMessage,
  runId: string,
  after = 0,
): Promise<NumberedEvent[]> {
  const entries = await client.xrange(runKeys.events(runId), `(${after}-0`, '+')
  const events: NumberedEvent[] = []
  for (const [id, [, text = '']] of entries) {
    const event = parseMessage('stream', text)
    if (!event) break
    events.push({ seq: Number.parseInt(id, 10), event })
  }
  return events
}
