import { z } from 'zod'
import { ExecutionFlow } from './executions.ts'
import { Id, IdParams } from './fields.ts'
import { defineRoute } from './route.ts'
import { AnsweredEvent } from './run-events.ts'
import { NearLimit } from './spend.ts'

const tag = 'Runs'

export const RecordedCall = z.object({
  /** The number of its event in the run. */
  seq: z.number().int(),
  callId: z.string().nullable(),
  parentCallId: z.string().nullable(),
  nodeId: z.string().nullable(),
  /** The step of an agent flow, or the call of a node, that it is a part of. */
  path: z.string().nullable(),
  /** The flow it was made in, where a node asked another flow. */
  flowId: z.string().nullable(),
  label: z.string().nullable(),
  kind: z.string(),
  method: z.string(),
  effect: z.enum(['pure', 'asks', 'reads', 'own', 'writes']),
  key: z.string(),
  hasFailed: z.boolean(),
  durationMs: z.number().nullable(),
  usage: z.record(z.string(), z.number()).nullable(),
  /** The model that answered. */
  model: z.string().nullable(),
  /** The model that the node names, where a limit had another one asked. */
  insteadOf: z.string().nullable(),
  /** The limit that made it so. */
  limit: NearLimit.nullable(),
})
export type RecordedCall = z.infer<typeof RecordedCall>

export const CallQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(200).optional(),
  /** The number of the last one that is known. */
  after: z.coerce.number().int().min(0).optional(),
})
export type CallQuery = z.infer<typeof CallQuery>

/**
 * Why what a run asked cannot be read: this server records nothing (`server-off`), the flow was left out when it ran
 * (`flow-off`), it is older than recordings get (`too-old`), newer ones took its room (`no-room`), or it made no calls.
 */
export const NotKept = z.enum(['server-off', 'flow-off', 'too-old', 'no-room', 'no-calls'])
export type NotKept = z.infer<typeof NotKept>

export const listCalls = defineRoute({
  method: 'GET',
  path: '/runs/:id/calls',
  access: 'owner',
  right: 'run.reveal',
  tag,
  summary: "List a run's recorded calls in order of completion.",
  params: IdParams,
  query: CallQuery,
  response: z.object({
    items: z.array(RecordedCall),
    /** To be sent as `after`, when there are more. */
    next: z.number().int().nullable(),
    /** Whether what they were asked and came to is kept. */
    isKept: z.boolean(),
    /** Whether this server records runs at all. */
    isRecording: z.boolean(),
    /** Why it is not kept; null where it is, and where nobody can tell. */
    notKept: NotKept.nullable(),
  }),
  errors: ['run-not-found'],
})

export const getCall = defineRoute({
  method: 'GET',
  path: '/runs/:id/calls/:seq',
  access: 'owner',
  right: 'run.reveal',
  isAudited: true,
  tag,
  summary: 'Get a recorded call, without secrets.',
  params: z.strictObject({ id: Id, seq: z.coerce.number().int().min(1) }),
  response: RecordedCall.extend({ request: z.unknown(), response: z.unknown() }),
  errors: ['run-not-found', 'call-not-found'],
})

export const getRunFlow = defineRoute({
  method: 'GET',
  path: '/runs/:id/flow',
  access: 'owner',
  right: 'run.reveal',
  tag,
  summary: 'Get the flow that a run started with, saved or not.',
  params: IdParams,
  response: ExecutionFlow,
  errors: ['run-not-found', 'chatflow-not-found', 'version-not-found'],
})

/** Inputs by the id of a node, then by name, in place of the flow's own. */
const NodeInputs = z.record(z.string().max(200), z.record(z.string().max(200), z.unknown()))

const NodeIds = z.array(z.string().max(200)).max(50)

/** What is to be another than it was. */
export const RunChanges = z.strictObject({
  /** Another question. */
  question: z.string().max(100_000).optional(),
  /** Another drawing of the flow. */
  flowData: z.string().optional(),
  /** The flow as it is saved today, in place of the one that ran. */
  isMended: z.boolean().optional(),
  inputs: NodeInputs.optional(),
  /** Results by hand: of one call by its key, or of all that a node is asked. */
  answers: z
    .array(
      z
        .strictObject({
          key: z.string().max(100).optional(),
          nodeId: z.string().max(200).optional(),
          result: z.unknown(),
        })
        .refine(({ key, nodeId }) => (key === undefined) !== (nodeId === undefined), 'Name a call or a node'),
    )
    .max(200)
    .optional(),
  /** Nodes that are asked anew, whatever was recorded of them. */
  again: NodeIds.optional(),
  /** Calls that failed are made again. */
  failedAgain: z.boolean().optional(),
  /** Only these nodes may be asked; at any other it stops. */
  only: NodeIds.optional(),
})
export type RunChanges = z.infer<typeof RunChanges>

export const ReplayRequest = RunChanges.extend({
  /** `replay`: from the record alone. `what-if`: what was never asked may be asked, within a limit; nothing is written. */
  mode: z.enum(['replay', 'what-if']),
  /** Keys of calls that may act on the world, once each. */
  allow: z.array(z.string().max(100)).max(50).optional(),
  /** How many calls may be asked anew. */
  asks: z.number().int().min(1).max(200).optional(),
})
export type ReplayRequest = z.infer<typeof ReplayRequest>

const Effect = RecordedCall.shape.effect

export const ReplayResult = z.object({
  /** `stopped`: it came to a call that may not be made. */
  status: z.enum(['running', 'done', 'failed', 'cancelled', 'interrupted', 'waiting', 'stopped']),
  text: z.string(),
  fault: z.record(z.string(), z.unknown()).nullable(),
  stopped: z
    .object({
      why: z.enum(['never-made', 'held-back', 'limit']),
      kind: z.string(),
      method: z.string(),
      effect: Effect,
      key: z.string(),
      nodeId: z.string().nullable(),
      label: z.string().nullable(),
      request: z.unknown(),
    })
    .nullable(),
  /** Whether it ended as it did, with the same answer. */
  isSame: z.boolean(),
  recorded: z.object({ status: z.string(), text: z.string() }),
  calls: z.array(
    z.object({
      callId: z.string().nullable(),
      nodeId: z.string().nullable(),
      kind: z.string(),
      method: z.string(),
      effect: Effect,
      key: z.string(),
      /** How its result is known. */
      grade: z.enum(['recorded', 'recomputed', 'today', 'by-hand']),
      /** The recorded call that it was answered from. */
      seq: z.number().int().nullable(),
      request: z.unknown(),
      response: z.record(z.string(), z.unknown()),
    }),
  ),
  events: z.array(AnsweredEvent),
  durationMs: z.number(),
  /** What was asked anew, in millionths of a dollar. */
  priceMicro: z.number(),
  /** Models among it whose price is not known. */
  unpriced: z.array(z.string()),
})
export type ReplayResult = z.infer<typeof ReplayResult>

export const RunPlan = z.object({
  calls: z.array(
    z.object({
      nodeId: z.string().nullable(),
      label: z.string().nullable(),
      kind: z.string(),
      method: z.string(),
      effect: Effect,
      /** `sure`: its request is a new one. `maybe`: it follows from one, and may come to another request. `held-back`: it would write. */
      how: z.enum(['sure', 'maybe', 'held-back']),
      model: z.string().nullable(),
      /** About what it would cost, in millionths of a dollar. Nothing where the price of its model is not known. */
      priceMicro: z.number().nullable(),
    }),
  ),
  /** How many calls are answered from the record. */
  recorded: z.number().int(),
  /** At least, and at most as far as is known. */
  priceMicro: z.object({ least: z.number(), most: z.number() }),
  unpriced: z.array(z.string()),
  /** Whether more may follow that cannot be foreseen. */
  isOpen: z.boolean(),
})
export type RunPlan = z.infer<typeof RunPlan>

export const planReplay = defineRoute({
  method: 'POST',
  path: '/runs/:id/plan',
  access: 'owner',
  right: 'flow.edit',
  isAudited: false,
  tag,
  summary: 'Estimate which calls a change would make again, and their cost. Calls nothing.',
  params: IdParams,
  body: RunChanges,
  response: RunPlan,
  errors: ['run-not-found', 'run-not-recorded', 'chatflow-not-found', 'version-not-found', 'flow-invalid'],
})

export const replayRun = defineRoute({
  method: 'POST',
  path: '/runs/:id/replay',
  access: 'owner',
  right: 'flow.edit',
  tag,
  summary: 'Replay a run from its recording, or with changes that call models for new requests only. Writes nothing.',
  params: IdParams,
  body: ReplayRequest,
  response: ReplayResult,
  errors: ['run-not-found', 'run-not-recorded', 'chatflow-not-found', 'version-not-found', 'flow-invalid'],
})

/** What was asked, as far as a replay reads it. */
const RecordedJob = z.looseObject({
  kind: z.enum(['question', 'continue', 'flow']),
  runId: z.string(),
  flowId: z.string(),
  flowName: z.string(),
  session: z.looseObject({ chatId: z.string(), sessionId: z.string() }),
  question: z.string(),
  fileAttachment: z.string(),
  attachments: z.array(z.looseObject({ type: z.string() })),
  history: z.array(z.looseObject({ role: z.string() })),
  answerMessageId: z.string(),
  overrides: z.looseObject({
    nodes: z.record(z.string(), z.record(z.string(), z.unknown())),
    variables: z.record(z.string(), z.string()),
  }),
})

/** A run as it travels: the values by their hashes, everything else as it was kept. */
export const RecordingFile = z.strictObject({
  recording: z.literal(1),
  job: RecordedJob,
  flowData: z.string(),
  events: z.array(AnsweredEvent),
  told: z.array(AnsweredEvent),
  values: z.record(z.string(), z.string()),
})
export type RecordingFile = z.infer<typeof RecordingFile>

export const exportRecording = defineRoute({
  method: 'GET',
  path: '/runs/:id/recording',
  access: 'owner',
  right: 'run.reveal',
  isAudited: true,
  tag,
  summary: 'Export a recorded run as one file, without secrets.',
  params: IdParams,
  response: RecordingFile,
  errors: ['run-not-found', 'run-not-recorded', 'version-not-found'],
})

export const replayRecording = defineRoute({
  method: 'POST',
  path: '/replays',
  access: 'owner',
  right: 'flow.edit',
  tag,
  summary: 'Replay an exported run without calling models.',
  isBulk: true,
  body: RecordingFile,
  response: ReplayResult,
  errors: ['flow-invalid', 'invalid-request'],
})
