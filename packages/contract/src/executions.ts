import { ACTOR_KINDS, WAYS } from '@chatwright/core'
import { z } from 'zod'
import { Chatflow } from './chatflows.ts'
import { asRead, FlowName, Id, IdParams, IsoDate, text } from './fields.ts'
import { defineRoute } from './route.ts'

const tag = 'Executions'

/** As the older product names them. It never sets `TIMEOUT`, and neither do we. */
export const ExecutionState = z.enum(['INPROGRESS', 'FINISHED', 'ERROR', 'TERMINATED', 'TIMEOUT', 'STOPPED'])
export type ExecutionState = z.infer<typeof ExecutionState>

const fault = z.looseObject({ message: z.string() })

/** A question to an agent flow and all that came of it, over every wait. */
export const Execution = z.object({
  id: z.string(),
  /** The JSON text of its steps, as the older product lists them. */
  executionData: z.string(),
  state: ExecutionState,
  agentflowId: z.string(),
  sessionId: z.string(),
  /** Never written by the older product; what is waited for stands in the step that waits. */
  action: z.null(),
  isPublic: z.boolean(),
  /** The address at which it is shared; null where it isn't. */
  shareId: z.string().nullable(),
  /** It was shared at an address that no longer works: its run's id. */
  hasOldLink: z.boolean(),
  createdDate: IsoDate,
  updatedDate: IsoDate,
  stoppedDate: IsoDate.nullable(),
  /** What was asked, the version it runs by, and what it took so far. */
  question: z.string(),
  agentflowVersion: z.number().int(),
  durationMs: z.number().int(),
  inputTokens: z.number().int(),
  outputTokens: z.number().int(),
  /** What its models cost, in millionths of a dollar; null until that was reckoned. */
  priceMicro: z.number().nullable(),
  fault: fault.nullable(),
})
export type Execution = z.infer<typeof Execution>

/** An execution as lists show it, beside its flow: whole, or with `summary` by its name. */
export const ListedExecution = Execution.extend({
  executionData: z.string().optional(),
  agentflow: Chatflow.or(FlowName),
})
export type ListedExecution = z.infer<typeof ListedExecution>

const usage = z.object({ inputTokens: z.number(), outputTokens: z.number() })

/** One execution of a step, or a call inside one, without what it was given and gave. */
export const ExecutionStep = z.object({
  /** Names it within the execution: `node@pass`, inside a container `each@0/1/node@0`. */
  path: z.string(),
  nodeId: z.string(),
  label: z.string(),
  name: z.string(),
  status: z.enum(['running', 'done', 'failed', 'waiting', 'skipped', 'cancelled']),
  /** Milliseconds since 1970; 0 where it did not begin. */
  at: z.number(),
  parent: z.string().optional(),
  isCall: z.literal(true).optional(),
  effect: z.enum(['pure', 'asks', 'reads', 'own', 'writes']).optional(),
  after: z.array(z.string()),
  /** Which item of its container it worked on. */
  index: z.number().int().optional(),
  attempt: z.number().int().optional(),
  durationMs: z.number().optional(),
  usage: usage.optional(),
  /** The outputs it went on by, where it chose. */
  taken: z.array(z.string()).optional(),
  /** Of one that was skipped: the steps from which no way led here. */
  from: z.array(z.string()).optional(),
  fault: fault.optional(),
})
export type ExecutionStep = z.infer<typeof ExecutionStep>

export const ExecutionStepDetail = ExecutionStep.extend({
  input: z.unknown(),
  output: z.unknown(),
  item: z.unknown(),
  /** The whole state after it. */
  state: z.record(z.string(), z.unknown()).optional(),
  /** What it asked somebody, and what was decided. */
  question: z.looseObject({ kind: z.string(), text: z.string() }).optional(),
  decision: z.looseObject({ type: z.string() }).optional(),
  /** Who decided, and by which door. Not in a shared execution. */
  decidedBy: z
    .object({ kind: z.enum(ACTOR_KINDS), way: z.enum(WAYS), id: z.string().optional(), name: z.string().optional() })
    .optional(),
})
export type ExecutionStepDetail = z.infer<typeof ExecutionStepDetail>

/** The flow as the execution began with it. */
export const ExecutionFlow = z.object({
  id: z.string(),
  name: z.string(),
  version: z.number().int(),
  flowData: z.string(),
  /** Whether the flow was saved since, and so looks different today. */
  isCurrent: z.boolean(),
  /** The declarations of the nodes in it, as the catalogue lists them. */
  nodes: z.array(z.looseObject({ name: z.string() })),
})
export type ExecutionFlow = z.infer<typeof ExecutionFlow>

export const ExecutionQuery = z.strictObject({
  id: Id.optional(),
  agentflowId: Id.optional(),
  agentflowName: text(200).optional(),
  sessionId: text(500).optional(),
  state: ExecutionState.optional(),
  startDate: z.coerce.date().optional(),
  endDate: z.coerce.date().optional(),
  page: z.coerce.number().int().min(1).max(1_000_000).optional(),
  limit: z.coerce.number().int().min(1).max(100).optional(),
  /** Leaves the steps and the flow's drawing out. */
  summary: z.enum(['true', 'false']).optional(),
})
export type ExecutionQuery = z.infer<typeof ExecutionQuery>

export const listExecutions = defineRoute({
  method: 'GET',
  path: '/executions',
  access: 'owner',
  right: 'run.reveal',
  tag,
  summary: 'List runs of agent flows, last changed first.',
  query: ExecutionQuery,
  response: z.object({ data: z.array(ListedExecution), total: z.number().int() }),
})

export const getExecution = defineRoute({
  method: 'GET',
  path: '/executions/:id',
  access: 'owner',
  right: 'run.reveal',
  tag,
  summary: 'Get a run with its steps.',
  params: IdParams,
  response: Execution,
  errors: ['execution-not-found'],
})

export const updateExecution = defineRoute({
  method: 'PUT',
  path: '/executions/:id',
  access: 'owner',
  right: 'flow.share',
  tag,
  summary: "Share a run's current state at its own address, or stop sharing it.",
  params: IdParams,
  body: asRead(z.strictObject({ isPublic: z.boolean() }).partial(), Execution, ['workspaceId']),
  response: Execution,
  errors: ['execution-not-found', 'execution-running'],
})

const deleted = z.object({ success: z.literal(true), deletedCount: z.number().int() })

export const deleteExecution = defineRoute({
  method: 'DELETE',
  path: '/executions/:id',
  access: 'owner',
  right: 'flow.edit',
  tag,
  summary: 'Delete a finished run. Its chat messages stay.',
  params: IdParams,
  response: deleted,
  errors: ['execution-running'],
})

export const deleteExecutions = defineRoute({
  method: 'DELETE',
  path: '/executions',
  access: 'owner',
  right: 'flow.edit',
  tag,
  summary: 'Delete several runs. Running ones are skipped.',
  body: z.strictObject({ executionIds: z.array(Id).min(1).max(1000) }),
  response: deleted,
})

export const listExecutionSteps = defineRoute({
  method: 'GET',
  path: '/executions/:id/steps',
  access: 'owner',
  right: 'run.reveal',
  tag,
  summary: "Get a run's state and its steps in starting order.",
  params: IdParams,
  response: z.object({
    execution: Execution.omit({ executionData: true }),
    /** The newest of its runs. */
    runId: z.string(),
    /** False when they are no longer kept. */
    isKept: z.boolean(),
    steps: z.array(ExecutionStep),
  }),
  errors: ['execution-not-found'],
})
export type ExecutionSteps = NonNullable<(typeof listExecutionSteps)['response']>['_output']

const StepQuery = z.strictObject({ path: text(2000) })

export const getExecutionStep = defineRoute({
  method: 'GET',
  path: '/executions/:id/step',
  access: 'owner',
  right: 'run.reveal',
  tag,
  summary: "Get one step's input and output.",
  params: IdParams,
  query: StepQuery,
  response: ExecutionStepDetail,
  errors: ['execution-not-found', 'step-not-found'],
})

export const getExecutionFlow = defineRoute({
  method: 'GET',
  path: '/executions/:id/flow',
  access: 'owner',
  right: 'run.reveal',
  tag,
  summary: 'Get the flow that a run started with.',
  params: IdParams,
  response: ExecutionFlow,
  errors: ['execution-not-found', 'version-not-found'],
})

export const retryExecution = defineRoute({
  method: 'POST',
  path: '/executions/:id/retry',
  access: 'owner',
  right: 'flow.edit',
  tag,
  summary: 'Retry a step and everything after it, with the version the run started with.',
  params: IdParams,
  body: z.strictObject({
    path: text(2000),
    /** Also where something would be done a second time that acts on the world. */
    isSure: z.boolean().optional(),
  }),
  response: Execution.omit({ executionData: true }),
  status: 202,
  errors: ['execution-not-found', 'execution-running', 'step-not-found', 'step-not-retryable', 'retry-writes'],
})

const publicly = { access: 'public', tag } as const

/** What the public reads: nothing that would let anybody into the conversation, and not what it cost its owner. */
const PublicExecution = Execution.omit({ sessionId: true, priceMicro: true, shareId: true, hasOldLink: true })

export const getPublicExecution = defineRoute({
  ...publicly,
  method: 'GET',
  path: '/public-executions/:id',
  summary: 'Get a shared run, without secrets. Read each step by its path.',
  params: IdParams,
  response: PublicExecution,
  errors: ['execution-not-found', 'share-ended'],
})

export const listPublicExecutionSteps = defineRoute({
  ...publicly,
  method: 'GET',
  path: '/public-executions/:id/steps',
  summary: 'List the steps of a shared run.',
  params: IdParams,
  response: z.object({
    execution: PublicExecution.omit({ executionData: true }),
    isKept: z.boolean(),
    steps: z.array(ExecutionStep),
  }),
  errors: ['execution-not-found', 'share-ended'],
})

export const getPublicExecutionStep = defineRoute({
  ...publicly,
  method: 'GET',
  path: '/public-executions/:id/step',
  summary: 'Get one step of a shared run, without secrets.',
  params: IdParams,
  query: StepQuery,
  response: ExecutionStepDetail,
  errors: ['execution-not-found', 'share-ended', 'step-not-found'],
})

export const getPublicExecutionFlow = defineRoute({
  ...publicly,
  method: 'GET',
  path: '/public-executions/:id/flow',
  summary: "Get the shape of a shared run's flow, without its settings.",
  params: IdParams,
  response: ExecutionFlow,
  errors: ['execution-not-found', 'share-ended', 'step-not-found'],
})
