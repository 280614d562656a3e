import { ACTOR_KINDS, WAYS } from '@chatwright/core'
import { z } from 'zod'
import { IsoDate, PageQuery, text } from './fields.ts'
import { defineRoute } from './route.ts'

const tag = 'Audit'

export const AuditResult = z.enum(['done', 'refused', 'failed'])

export const AuditEntry = z.object({
  id: z.string(),
  date: IsoDate,
  actor: z.object({
    kind: z.enum(ACTOR_KINDS),
    id: z.string().nullable(),
    name: z.string().nullable(),
    /** The API key that was shown. */
    keyId: z.string().nullable(),
  }),
  way: z.enum(WAYS),
  /** Where the request came from. */
  address: z.string(),
  /** The method and the path of the route, such as `PUT /chatflows/:id`. */
  action: z.string(),
  object: z.object({ id: z.string().nullable(), name: z.string().nullable() }),
  /** Names of the fields that were sent. */
  fields: z.array(z.string()),
  result: AuditResult,
  /** The code of the error that was answered. */
  code: z.string().nullable(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

const filters = {
  actor: text(200).optional(),
  object: text(200).optional(),
  action: text(200).optional(),
  result: AuditResult.optional(),
  from: IsoDate.optional(),
  until: IsoDate.optional(),
}

export const AuditQuery = PageQuery.extend(filters)
export type AuditQuery = z.infer<typeof AuditQuery>

export const listAudit = defineRoute({
  method: 'GET',
  path: '/audit',
  access: 'owner',
  right: 'audit.read',
  tag,
  summary: 'List the audit log, newest first.',
  query: AuditQuery,
  response: z.object({ items: z.array(AuditEntry), nextCursor: z.string().nullable() }),
})

export const exportAudit = defineRoute({
  method: 'GET',
  path: '/audit/export',
  access: 'owner',
  right: 'audit.read',
  isAudited: true,
  tag,
  summary: 'Download the audit log as CSV or JSON lines, oldest first.',
  query: z.strictObject({ ...filters, format: z.enum(['csv', 'jsonl']) }),
  produces: 'file',
})
