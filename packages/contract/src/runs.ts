import { WAYS } from '@chatwright/core'
import { z } from 'zod'
import { Id, IdParams, IsoDate, PageQuery, text } from './fields.ts'
import { defineRoute } from './route.ts'
import { AnsweredEvent } from './run-events.ts'

const tag = 'Runs'

export const RunState = z.enum(['queued', 'running', 'done', 'failed', 'cancelled', 'interrupted', 'waiting'])

export const RunSummary = z.object({
  id: z.string(),
  chatflowId: z.string(),
  chatflowVersion: z.number().int(),
  chatId: z.string(),
  sessionId: z.string(),
  origin: z.enum(['internal', 'external']),
  status: RunState,
  question: z.string(),
  answer: z.string().nullable(),
  fault: z.record(z.string(), z.unknown()).nullable(),
  inputTokens: z.number().int(),
  outputTokens: z.number().int(),
  durationMs: z.number().int().nullable(),
  /** What its models cost, in millionths of a dollar; null until that was reckoned. */
  priceMicro: z.number().nullable(),
  /** It ran a drawing that was not saved. */
  isDraft: z.boolean(),
  /** Of an agent flow: the execution that it is a part of. */
  executionId: z.string().nullable(),
  createdDate: IsoDate,
  endedDate: IsoDate.nullable(),
})
export type RunSummary = z.infer<typeof RunSummary>

export const RunQuery = PageQuery.extend({
  chatflowId: Id,
  status: RunState.optional(),
  chatId: z.string().max(200).optional(),
})
export type RunQuery = z.infer<typeof RunQuery>

export const listRuns = defineRoute({
  method: 'GET',
  path: '/runs',
  access: 'owner',
  right: 'run.read',
  isForKeys: true,
  tag,
  summary: "List a flow's runs, newest first.",
  query: RunQuery,
  response: z.object({ items: z.array(RunSummary), nextCursor: z.string().nullable() }),
})

export const getRun = defineRoute({
  method: 'GET',
  path: '/runs/:id',
  access: 'owner',
  right: 'run.read',
  isForKeys: true,
  tag,
  summary: 'Get a run with its trace, without tokens.',
  params: IdParams,
  response: RunSummary.extend({ events: z.array(AnsweredEvent) }),
  errors: ['run-not-found'],
})

/** Where a run comes from: the way that its question took, or `api` for a program that shows an API key. */
export const RunSource = z.enum([...WAYS, 'api'])
export type RunSource = z.infer<typeof RunSource>

/** What is picked out of all runs. */
export const RunView = z.enum(['failed', 'waiting', 'rated-down', 'found-nothing', 'expensive', 'slow'])
export type RunView = z.infer<typeof RunView>

/** A run as the list of all flows shows it: one line for all runs of an agent flow that went on from each other. */
export const FoundRun = z.object({
  /** The newest run where several went on from each other. */
  id: z.string(),
  executionId: z.string().nullable(),
  flowId: z.string(),
  flowName: z.string(),
  flowVersion: z.number().int(),
  isDraft: z.boolean(),
  status: RunState,
  /** The beginning of the question, and of the answer. */
  question: z.string(),
  answer: z.string(),
  /** Why it failed. */
  fault: z.object({ message: z.string(), hint: z.string().nullable() }).nullable(),
  /** The same for runs that failed alike; null where it didn't fail. */
  cause: z.string().nullable(),
  foundNothing: z.boolean(),
  /** Where it found nothing: the knowledge bases that its flow names. */
  stores: z.array(z.object({ id: z.string(), name: z.string() })),
  source: RunSource.nullable(),
  chatId: z.string(),
  rating: z.enum(['up', 'down']).nullable(),
  /** What was written with the rating. */
  comment: z.string().nullable(),
  isDismissed: z.boolean(),
  isShared: z.boolean(),
  inputTokens: z.number().int(),
  outputTokens: z.number().int(),
  durationMs: z.number().int().nullable(),
  priceMicro: z.number().nullable(),
  createdDate: IsoDate,
})
export type FoundRun = z.infer<typeof FoundRun>

export const FindRunsQuery = PageQuery.extend({
  /** Words of questions, answers and errors. The last one may be a beginning. */
  words: text(300).optional(),
  view: RunView.optional(),
  flowId: Id.optional(),
  chatId: text(200).optional(),
  status: RunState.optional(),
  source: RunSource.optional(),
  drafts: z.enum(['only', 'none']).optional(),
  /** Those alone that failed like this. */
  cause: z.string().max(64).optional(),
  from: z.coerce.date().optional(),
  to: z.coerce.date().optional(),
  /** Leaves out what was dismissed. */
  open: z.literal('true').optional(),
})
export type FindRunsQuery = z.infer<typeof FindRunsQuery>

export const findRuns = defineRoute({
  method: 'GET',
  path: '/runs/search',
  access: 'owner',
  right: 'run.reveal',
  tag,
  summary:
    'Find runs of all flows by words and filters, newest first. A page may hold fewer than asked for and still have a next.',
  query: FindRunsQuery,
  response: z.object({ items: z.array(FoundRun), nextCursor: z.string().nullable() }),
})

export const countRuns = defineRoute({
  method: 'GET',
  path: '/runs/counts',
  access: 'owner',
  right: 'run.reveal',
  tag,
  summary: 'Count the runs that need attention. Each number stops at `most`.',
  query: z.strictObject({ flowId: Id.optional() }),
  response: z.object({
    /** Decisions that runs wait for. */
    waiting: z.number().int(),
    /** Failed in the last 24 hours, and not dismissed. */
    failed: z.number().int(),
    /** Rated down in the last 30 days, and not dismissed. */
    ratedDown: z.number().int(),
    most: z.number().int(),
  }),
})
export type RunCounts = NonNullable<(typeof countRuns)['response']>['_output']

export const listCauses = defineRoute({
  method: 'GET',
  path: '/runs/causes',
  access: 'owner',
  right: 'run.reveal',
  tag,
  summary: 'Group the newest failed runs by their cause, the most frequent first.',
  query: z.strictObject({ flowId: Id.optional() }),
  response: z.object({
    items: z.array(
      z.object({
        cause: z.string(),
        message: z.string(),
        count: z.number().int(),
        flows: z.array(z.object({ id: z.string(), name: z.string() })),
        newestDate: IsoDate,
      }),
    ),
    /** How many failed runs were looked at. */
    looked: z.number().int(),
    /** Whether there are older ones besides. */
    hasMore: z.boolean(),
  }),
})

export const dismissRuns = defineRoute({
  method: 'POST',
  path: '/runs/dismiss',
  access: 'owner',
  right: 'run.decide',
  tag,
  summary: 'Dismiss runs from what needs attention, or put them back.',
  body: z.strictObject({ ids: z.array(Id).min(1).max(500), dismissed: z.boolean() }),
  response: z.object({ dismissed: z.boolean() }),
})
