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
  tag,
  summary: 'List how long each type of data is stored, and the setting for it.',
  response: z.object({ items: z.array(Retention) }),
})

export const RetentionPreview = z.object({
  chats: z.number().int(),
  messages: z.number().int(),
  leads: z.number().int(),
})
export type RetentionPreview = z.infer<typeof RetentionPreview>

export const previewRetention = defineRoute({
  method: 'GET',
  path: '/retention/preview',
  access: 'owner',
  tag,
  summary: 'Preview what MESSAGE_DAYS and LEAD_DAYS would delete. Nothing is deleted.',
  query: z.strictObject({ days: z.coerce.number().int().min(1).max(36_500) }),
  response: RetentionPreview,
})
