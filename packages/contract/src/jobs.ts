import { z } from 'zod'
import { Id, IdParams, IsoDate, PageQuery } from './fields.ts'
import { defineRoute } from './route.ts'
import { RunState } from './runs.ts'

const tag = 'Jobs'

/** `question` and `continue` are answers, with a reader; the rest is background work. */
export const JobKind = z.enum(['question', 'continue', 'flow', 'load', 'knowledge'])
export type JobKind = z.infer<typeof JobKind>

/** What a load came to, without the documents. */
export const JobResult = z.looseObject({
  numAdded: z.number(),
  numUpdated: z.number(),
  numSkipped: z.number(),
  numDeleted: z.number(),
  /** What could not be read, while the rest was. */
  failures: z.array(z.object({ document: z.string(), message: z.string(), hint: z.string().optional() })),
})
export type JobResult = z.infer<typeof JobResult>

export const Job = z.object({
  id: z.string(),
  kind: JobKind,
  state: RunState,
  /** The flow; or the store, where documents of one are loaded. */
  chatflowId: z.string(),
  chatflowName: z.string(),
  chatflowVersion: z.number().int(),
  /** While it runs: how much of its stage is done. Of a load, the stages are loading, embedding and storing; of a deletion it is deleting. */
  progress: z
    .object({ stage: z.string(), done: z.number(), total: z.number(), document: z.string().optional() })
    .nullable(),
  /** Once it is done. */
  result: JobResult.nullable(),
  /** Why it failed or was given up: `message`, `code`, and where known `hint` and `nodeId`. */
  fault: z.looseObject({ message: z.string(), code: z.string() }).nullable(),
  durationMs: z.number().int().nullable(),
  createdDate: IsoDate,
  startedDate: IsoDate.nullable(),
  endedDate: IsoDate.nullable(),
})
export type Job = z.infer<typeof Job>

export const JobQuery = PageQuery.extend({
  chatflowId: Id.optional(),
  /** `active` is what waits or runs. */
  state: z.enum([...RunState.options, 'active']).optional(),
  /** Answers are listed as runs. */
  kind: JobKind.exclude(['question', 'continue', 'flow']).optional(),
})
export type JobQuery = z.infer<typeof JobQuery>

export const listJobs = defineRoute({
  method: 'GET',
  path: '/jobs',
  access: 'owner',
  right: 'flow.edit',
  tag,
  summary: 'List background jobs, newest first.',
  query: JobQuery,
  response: z.object({ items: z.array(Job), nextCursor: z.string().nullable() }),
})

export const getJob = defineRoute({
  method: 'GET',
  path: '/jobs/:id',
  access: 'owner',
  right: 'flow.edit',
  tag,
  summary: "Get a job's progress or result.",
  params: IdParams,
  response: Job,
  errors: ['job-not-found'],
})

export const followJob = defineRoute({
  method: 'GET',
  path: '/jobs/:id/events',
  access: 'owner',
  right: 'flow.edit',
  tag,
  summary: "Stream a job's events until it ends. `Last-Event-ID` continues from an event.",
  params: IdParams,
  produces: 'event-stream',
  errors: ['job-not-found'],
})

export const cancelJob = defineRoute({
  method: 'POST',
  path: '/jobs/:id/cancel',
  access: 'owner',
  right: 'flow.edit',
  tag,
  summary: 'Stop a waiting or running job. Stored results stay.',
  params: IdParams,
  response: Job,
  errors: ['job-not-found'],
})
