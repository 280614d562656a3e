import { z } from 'zod'
import { Id, IdParams, IsoDate, text } from './fields.ts'
import { Job } from './jobs.ts'
import { ChatIdValue } from './predictions.ts'
import { defineRoute } from './route.ts'

const tag = 'Vector stores'

export const UpsertBody = z.looseObject({
  overrideConfig: z.record(z.string(), z.unknown()).optional(),
  stopNodeId: text(200).optional(),
  chatId: ChatIdValue.optional(),
  /** Answers as server-sent events: `progress` while it loads, then `result` or `error`, then `end`. */
  streaming: z.boolean().optional(),
})
export type UpsertBody = z.infer<typeof UpsertBody>

export const UpsertAnswer = z.looseObject({
  numAdded: z.number(),
  numUpdated: z.number(),
  numSkipped: z.number(),
  numDeleted: z.number(),
  addedDocs: z.array(z.unknown()),
  /** What could not be read, while the rest was. */
  failures: z.array(z.object({ document: z.string(), message: z.string(), hint: z.string().optional() })).optional(),
})
export type UpsertAnswer = z.infer<typeof UpsertAnswer>

/** Besides the names of the request's `overrideConfig` that changed nothing. */
const FlowUpsertAnswer = UpsertAnswer.extend({ ignoredOverrides: z.array(z.string()).optional() })

/** `?background=true` answers 202 with the job at once; it goes on when the caller leaves. Needs the right to manage. */
export const UpsertQuery = z.looseObject({ background: z.enum(['true', 'false']).optional() })
export type UpsertQuery = z.infer<typeof UpsertQuery>

const upsertErrors = [
  'chatflow-not-found',
  'unauthorized',
  'forbidden',
  'flow-invalid',
  'node-failed',
  'provider-failed',
  'provider-rate-limit',
  'provider-overloaded',
  'run-cancelled',
  'run-interrupted',
] as const

export const upsertDocuments = defineRoute({
  method: 'POST',
  path: '/vector/upsert/:id',
  access: 'flow',
  tag,
  summary: "Load documents into a flow's vector store: files if the flow allows uploads, anything with an API key.",
  params: IdParams,
  query: UpsertQuery,
  body: UpsertBody,
  consumes: 'json-or-multipart',
  response: z.union([FlowUpsertAnswer, Job]),
  errors: upsertErrors,
})

export const upsertDocumentsInternally = defineRoute({
  method: 'POST',
  path: '/vector/internal-upsert/:id',
  access: 'owner',
  right: 'flow.edit',
  way: 'canvas',
  tag,
  summary: "Load documents into a flow's vector store from the canvas.",
  params: IdParams,
  query: UpsertQuery,
  body: UpsertBody,
  consumes: 'json-or-multipart',
  response: z.union([FlowUpsertAnswer, Job]),
  errors: upsertErrors,
})

export const UpsertRecord = z.object({
  id: z.string(),
  chatflowid: z.string(),
  /** The JSON text of what was loaded. */
  result: z.string(),
  date: IsoDate,
})
export type UpsertRecord = z.infer<typeof UpsertRecord>

export const listUpserts = defineRoute({
  method: 'GET',
  path: '/upsert-history/:id',
  access: 'owner',
  right: 'flow.read',
  tag,
  summary: "List the loads into a flow's vector store, newest first.",
  params: IdParams,
  query: z.looseObject({
    order: z.enum(['ASC', 'DESC']).optional(),
    startDate: z.coerce.date().optional(),
    endDate: z.coerce.date().optional(),
  }),
  response: z.array(UpsertRecord),
  errors: ['chatflow-not-found'],
})

export const forgetUpserts = defineRoute({
  method: 'PATCH',
  path: '/upsert-history',
  access: 'owner',
  right: 'flow.edit',
  tag,
  summary: 'Delete entries of the load history. The documents stay.',
  body: z.strictObject({ ids: z.array(Id).max(1000) }),
  response: z.object({ affected: z.number() }),
})
