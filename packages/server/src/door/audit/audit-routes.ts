import { exportAudit, listAudit, type AuditEntry } from '@chatwright/contract'
import { parseJson, type Actor, type Way } from '@chatwright/core'
import { Readable } from 'node:stream'
import { handle, type Handler } from '../http/handle.ts'
import type { AuditEntryRow, AuditFilters, AuditStore } from './audit-store.ts'

const PAGE = 50
const EXPORT_PAGE = 500

export const auditRoutes = (store: AuditStore): Handler[] => [
  handle(listAudit, async ({ query: { limit = PAGE, cursor, ...filters } }) => {
    const { items, nextCursor } = await store.page(filters, { limit, cursor })
    return { items: items.map(toEntry), nextCursor }
  }),
  handle(exportAudit, ({ query: { format, ...filters }, reply }) => {
    const isTable = format === 'csv'
    reply.header('content-type', `${isTable ? 'text/csv' : 'application/x-ndjson'}; charset=utf-8`)
    reply.header('content-disposition', `attachment; filename="audit.${format}"`)
    const write = isTable ? csvLine : jsonLine
    // Sent once the export itself is an entry, too.
    return Readable.from(lines(store, filters, { write, head: isTable ? `${COLUMNS.join(',')}\r\n` : '' }))
  }),
]

async function* lines(
  store: AuditStore,
  filters: AuditFilters,
  { write, head }: { write: (entry: AuditEntry) => string; head: string },
): AsyncGenerator<string> {
  if (head !== '') yield head
  let cursor: string | undefined
  do {
    const page = await store.after(filters, { limit: EXPORT_PAGE, cursor })
    yield page.items.map((row) => write(toEntry(row))).join('')
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
}

const COLUMNS = [
  'date',
  'actor',
  'actorId',
  'name',
  'keyId',
  'way',
  'address',
  'action',
  'objectId',
  'object',
  'fields',
  'result',
  'code',
]

const jsonLine = (entry: AuditEntry): string => `${JSON.stringify(entry)}\n`

function csvLine({ date, actor, way, address, action, object, fields, result, code }: AuditEntry): string {
  const cells = [date, actor.kind, actor.id, actor.name, actor.keyId, way, address, action, object.id, object.name]
  return `${[...cells, fields.join(' '), result, code].map(csvCell).join(',')}\r\n`
}

/** A table calculates what begins with one of these: names are other people's. */
function csvCell(value: string | null): string {
  const text = value ?? ''
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

function toEntry(row: AuditEntryRow): AuditEntry {
  const { actor_id: id, actor_name: name, key_id: keyId } = row
  const actor = { kind: row.actor as Actor['kind'], id, name, keyId }
  return {
    id: row.id,
    date: row.created_date,
    actor,
    way: row.way as Way,
    address: row.address,
    action: row.action,
    object: { id: row.object_id, name: row.object_name },
    fields: parseJson(row.fields) as string[],
    result: row.result,
    code: row.code,
  }
}
