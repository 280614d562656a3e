import fc from 'fast-check'
import type { RunEvent } from './events.ts'

const text = fc.string({ unit: 'binary', maxLength: 12 })
const at = fc.nat({ max: 1_000_000 })
const tool = fc.record({ tool: text, toolInput: fc.dictionary(text, fc.jsonValue()), toolOutput: text })
const usage = fc.record({ inputTokens: fc.nat(), outputTokens: fc.nat() })
const fault = fc.record({ message: text, code: fc.constantFrom('failed' as const, 'internal' as const) })
const call = fc.record({ nodeId: text, callId: text, at, durationMs: at })

const anyEvent: fc.Arbitrary<RunEvent> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ type: fc.constant('token' as const), text }) },
  {
    arbitrary: fc.record(
      { type: fc.constant('thinking' as const), text, durationMs: at },
      { requiredKeys: ['type', 'text'] },
    ),
    weight: 1,
  },
  {
    arbitrary: fc.record({
      type: fc.constant('run-start' as const),
      runId: text,
      at,
      endingNodeId: text,
      messageId: text,
    }),
    weight: 1,
  },
  {
    arbitrary: fc.record({
      type: fc.constantFrom('called-tools' as const, 'used-tools' as const),
      tools: fc.array(tool, { maxLength: 2 }),
    }),
    weight: 1,
  },
  {
    arbitrary: fc.record({
      type: fc.constant('artifacts' as const),
      artifacts: fc.array(fc.record({ type: text, data: text }), { maxLength: 2 }),
    }),
    weight: 1,
  },
  {
    arbitrary: fc.record({
      type: fc.constant('source-documents' as const),
      documents: fc.array(fc.record({ pageContent: text, metadata: fc.dictionary(text, fc.jsonValue()) }), {
        maxLength: 2,
      }),
    }),
    weight: 1,
  },
  { arbitrary: fc.record({ type: fc.constant('json' as const), value: fc.jsonValue() }), weight: 1 },
  { arbitrary: fc.record({ type: fc.constant('usage' as const), usage }), weight: 1 },
  { arbitrary: fc.record({ type: fc.constant('answered' as const), at, durationMs: at }), weight: 1 },
  {
    arbitrary: fc.record({ type: fc.constant('progress' as const), stage: text, done: fc.nat(), total: fc.nat() }),
    weight: 1,
  },
  { arbitrary: call.map((details) => ({ type: 'node-end' as const, ...details })), weight: 1 },
  {
    arbitrary: fc
      .tuple(call, fault)
      .map(([details, cause]) => ({ type: 'node-error' as const, ...details, fault: cause })),
    weight: 1,
  },
)

const runEnd: fc.Arbitrary<RunEvent> = fc.record(
  {
    type: fc.constant('run-end' as const),
    runId: text,
    at,
    status: fc.constantFrom('done' as const, 'failed' as const, 'cancelled' as const, 'interrupted' as const),
    durationMs: at,
    usage,
    fault,
    followUpPrompts: fc.array(text, { maxLength: 3 }),
  },
  { requiredKeys: ['type', 'runId', 'at', 'status', 'durationMs'] },
)

/** The events of any run, ended. */
export const anyEvents: fc.Arbitrary<RunEvent[]> = fc
  .tuple(fc.array(anyEvent, { maxLength: 40 }), runEnd)
  .map(([events, end]) => [...events, end])
