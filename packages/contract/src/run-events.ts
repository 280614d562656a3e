import type { RunEvent } from '@chatwright/core'
import { z } from 'zod'

const anObject: z.ZodType<object, object> = z.looseObject({})
const at = z.number()
const usage = z.object({ inputTokens: z.number(), outputTokens: z.number() })
const fault = z.object({ message: z.string(), code: z.string() })
const tools = z.array(z.object({ tool: z.string() }))
const call = { nodeId: z.string(), callId: z.string(), at }
const step = { path: z.string(), nodeId: z.string() }
const labelledStep = { ...step, label: z.string() }
const result = { durationMs: z.number() }
const values = z.record(z.string(), z.unknown())

/** Whatever reads an event finds these where it looks. More may stand beside them. */
const SHAPES = {
  'run-start': z.object({ runId: z.string(), at }),
  'run-end': z.object({
    runId: z.string(),
    at,
    ...result,
    status: z.enum(['done', 'failed', 'cancelled', 'interrupted', 'waiting']),
    usage: usage.optional(),
    fault: fault.optional(),
    followUpPrompts: z.array(z.string()).optional(),
  }),
  answered: z.object({ at, ...result }),
  token: z.object({ text: z.string(), pieces: z.array(z.string()).optional() }),
  text: z.object({ text: z.string() }),
  thinking: z.object({ text: z.string(), durationMs: z.number().optional() }),
  json: anObject,
  usage: z.object({ usage }),
  'called-tools': z.object({ tools }),
  'used-tools': z.object({ tools }),
  'caller-calls': z.object({ calls: z.array(z.object({ id: z.string(), name: z.string(), input: values })) }),
  'cut-short': z.object({ reason: z.string() }),
  artifacts: z.object({ artifacts: z.array(anObject) }),
  'source-documents': z.object({
    documents: z.array(z.object({ pageContent: z.string(), metadata: values })),
  }),
  'node-start': z.object({ ...call, label: z.string(), name: z.string(), input: z.string().optional() }),
  'node-end': z.object({ ...call, ...result, usage: usage.optional(), output: z.string().optional() }),
  'node-error': z.object({ ...call, ...result, fault }),
  call: z.object({ kind: z.string(), method: z.string(), key: z.string() }),
  'step-start': z.object({ ...labelledStep, name: z.string(), at, after: z.array(z.string()).optional() }),
  'step-end': z.object({
    ...step,
    at,
    ...result,
    input: values.optional(),
    state: values.optional(),
    appended: z.record(z.string(), z.array(z.unknown()).readonly()).optional(),
    said: z.array(anObject).optional(),
    taken: z.array(z.string()).optional(),
    usage: usage.optional(),
  }),
  'step-error': z.object({ ...step, at, ...result, fault }),
  'step-skip': z.object({ ...labelledStep, from: z.array(z.string()) }),
  'step-wait': z.object({
    ...labelledStep,
    at,
    question: z.object({
      kind: z.string(),
      text: z.string(),
      buttons: z.array(anObject).readonly(),
      calls: z.array(anObject).readonly().optional(),
      fields: z.array(anObject).readonly().optional(),
    }),
  }),
  'step-decision': z.object({ path: z.string(), at, decision: anObject }),
  'step-again': z.object({ path: z.string(), at }),
  progress: z.object({ stage: z.string(), done: z.number(), total: z.number() }),
  'documents-stored': z.object({ added: z.array(z.string()), updated: z.array(z.string()) }),
  'documents-loaded': z.object({ result: anObject }),
} satisfies Record<RunEvent['type'], z.ZodType>

/** Kinds of events that the engine yields in another form than the one above: none, or what is read below is no event. */
type Undescribed = {
  [Kind in RunEvent['type']]: Extract<RunEvent, { type: Kind }> extends z.input<(typeof SHAPES)[Kind]> ? never : Kind
}[RunEvent['type']]

/**
 * Whether readers find in an event what they look for. Types nobody here knows pass: a worker of the next version sends them
 * while the web processes are still of this one.
 */
export function isRunEvent(event: { type: string }): boolean {
  const shape = Object.hasOwn(SHAPES, event.type) ? SHAPES[event.type as RunEvent['type']] : undefined
  return shape === undefined || shape.safeParse(event).success
}

type Answered = [Undescribed] extends [never] ? RunEvent : Undescribed

/** An event of a run as it is answered: what was stored, by an earlier version too. */
export const AnsweredEvent = z.looseObject({ type: z.string() }) as unknown as z.ZodType<Answered>
