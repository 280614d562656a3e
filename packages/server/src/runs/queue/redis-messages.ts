import type { RunEvent } from '@chatwright/core'
import type { Redis } from 'ioredis'
import { z } from 'zod'
import { runKeys } from './run-keys.ts'

export interface NumberedEvent {
  seq: number
  event: RunEvent
}

const at = z.number()
const usage = z.looseObject({ inputTokens: z.number(), outputTokens: z.number() })
const fault = z.looseObject({ message: z.string(), code: z.string() })
const tools = z.array(z.looseObject({ tool: z.string() }))
const call = { nodeId: z.string(), callId: z.string(), at }
const step = { path: z.string(), nodeId: z.string() }
const labelledStep = { ...step, label: z.string() }
const result = { durationMs: z.number() }
const values = z.record(z.string(), z.unknown())

/** Whatever reads an event finds these where it looks. More may stand beside them. */
const EVENT_SHAPES: Record<RunEvent['type'], z.ZodType> = {
  'run-start': z.looseObject({ runId: z.string(), at }),
  'run-end': z.looseObject({
    runId: z.string(),
    at,
    ...result,
    status: z.enum(['done', 'failed', 'cancelled', 'interrupted', 'waiting']),
    usage: usage.optional(),
    fault: fault.optional(),
    followUpPrompts: z.array(z.string()).optional(),
  }),
  answered: z.looseObject({ at, ...result }),
  token: z.looseObject({ text: z.string(), pieces: z.array(z.string()).optional() }),
  text: z.looseObject({ text: z.string() }),
  thinking: z.looseObject({ text: z.string(), durationMs: z.number().optional() }),
  json: z.looseObject({}),
  usage: z.looseObject({ usage }),
  'called-tools': z.looseObject({ tools }),
  'used-tools': z.looseObject({ tools }),
  'caller-calls': z.looseObject({
    calls: z.array(z.looseObject({ id: z.string(), name: z.string(), input: values })),
  }),
  'cut-short': z.looseObject({ reason: z.string() }),
  artifacts: z.looseObject({ artifacts: z.array(z.looseObject({})) }),
  'source-documents': z.looseObject({
    documents: z.array(z.looseObject({ pageContent: z.string(), metadata: values })),
  }),
  'node-start': z.looseObject({ ...call, label: z.string(), name: z.string(), input: z.string().optional() }),
  'node-end': z.looseObject({ ...call, ...result, usage: usage.optional(), output: z.string().optional() }),
  'node-error': z.looseObject({ ...call, ...result, fault }),
  call: z.looseObject({ kind: z.string(), method: z.string(), key: z.string() }),
  'step-start': z.looseObject({ ...labelledStep, name: z.string(), at, after: z.array(z.string()).optional() }),
  'step-end': z.looseObject({
    ...step,
    at,
    ...result,
    input: values.optional(),
    state: values.optional(),
    appended: z.record(z.string(), z.array(z.unknown())).optional(),
    said: z.array(z.looseObject({})).optional(),
    taken: z.array(z.string()).optional(),
    usage: usage.optional(),
  }),
  'step-error': z.looseObject({ ...step, at, ...result, fault }),
  'step-skip': z.looseObject({ ...labelledStep, from: z.array(z.string()) }),
  'step-wait': z.looseObject({
    ...labelledStep,
    at,
    question: z.looseObject({
      kind: z.string(),
      text: z.string(),
      buttons: z.array(z.looseObject({})),
      calls: z.array(z.looseObject({})).optional(),
      fields: z.array(z.looseObject({})).optional(),
    }),
  }),
  'step-decision': z.looseObject({ path: z.string(), at, decision: z.looseObject({}) }),
  'step-again': z.looseObject({ path: z.string(), at }),
  progress: z.looseObject({ stage: z.string(), done: z.number(), total: z.number() }),
  'documents-stored': z.looseObject({ added: z.array(z.string()), updated: z.array(z.string()) }),
  'documents-loaded': z.looseObject({ result: z.looseObject({}) }),
}

/** Types nobody here knows pass: a worker of the next version sends them while the web processes are still of this one. */
const runEvent = z.looseObject({ type: z.string() }).refine(({ type, ...rest }) => {
  const shape = Object.hasOwn(EVENT_SHAPES, type) ? EVENT_SHAPES[type as RunEvent['type']] : undefined
  return shape === undefined || shape.safeParse(rest).success
})

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
