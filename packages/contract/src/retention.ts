import { z } from 'zod'
import { defineRoute } from './route.ts'

const tag = 'Retention'

/** What is stored for a time, by what it is. */
export const RETENTION_KINDS = ['messages', 'leads', 'waits', 'executions', 'traces', 'recordings'] as const
export const RetentionKind = z.enum(RETENTION_KINDS)
export type RetentionKind = z.infer<typeof RetentionKind>

export const Retention = z.object({
  kind: RetentionKind,
  /** The setting that says for how long. */
  setting: z.string(),
  /** Whether the environment has that setting: then it's changed there alone. */
  isFixed: z.boolean(),
  /** For how many days it is stored; null for as long as the server is. */
  days: z.number().int().nullable(),
  /** What is stored beyond that: it waits from before there was an end. */
  withoutEnd: z.number().int(),
})
export type Retention = z.infer<typeof Retention>

export const listRetention = defineRoute({
  method: 'GET',
  path: '/retention',
  access: 'owner',
  right: 'server.admin',
  tag,
  summary: 'List how long each type of data is stored, and the setting for it.',
  response: z.object({ items: z.array(Retention) }),
})

const Days = z.number().int().min(0).max(36_500)

export const setRetention = defineRoute({
  method: 'PUT',
  path: '/retention/:kind',
  access: 'owner',
  right: 'server.admin',
  tag,
  summary: 'Set how long a type of data is stored. Older data is deleted within an hour.',
  params: z.strictObject({ kind: RetentionKind }),
  body: z.strictObject({
    /** 0 stores conversations, leads and waits without a limit, and records nothing. */
    days: Days,
  }),
  response: z.object({ items: z.array(Retention) }),
  errors: ['retention-fixed', 'retention-needs-days'],
})

/** What is older than a limit. */
export const RetentionPreview = z.object({
  /** Conversations, lead entries, waiting runs or executions; of traces, runs; of recordings, conversations that have some. */
  items: z.number().int(),
  /** In those conversations. */
  messages: z.number().int(),
})
export type RetentionPreview = z.infer<typeof RetentionPreview>

export const previewRetention = defineRoute({
  method: 'GET',
  path: '/retention/preview',
  access: 'owner',
  right: 'server.admin',
  tag,
  summary: 'Preview what a limit would delete. Nothing is deleted.',
  query: z.strictObject({ kind: RetentionKind, days: z.coerce.number().pipe(Days) }),
  response: RetentionPreview,
})
