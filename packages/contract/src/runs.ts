import { z } from 'zod'
import { Id, IdParams, IsoDate, PageQuery } from './fields.ts'
import { defineRoute } from './route.ts'

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
  response: RunSummary.extend({ events: z.array(z.looseObject({ type: z.string() })) }),
  errors: ['run-not-found'],
})
