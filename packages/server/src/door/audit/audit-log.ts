import { AppError } from '@chatwright/contract'
import { randomUUID } from 'node:crypto'
import { newId } from '../../ground/db/new-id.ts'
import type { AuditedCall, AuditLog } from '../http/audited.ts'
import { networkOf } from '../http/network-of.ts'
import { inAudit, type AuditRow } from './audit-context.ts'
import type { AuditStore } from './audit-store.ts'

interface AuditLogDependencies {
  store: Pick<AuditStore, 'insert' | 'nameOf'>
  now: () => Date
  onFault: (error: unknown) => void
}

const MOST_FIELDS = 50
/** Refusals of one key, person or network that are stored in a minute, and how many of those are told apart. */
const MOST_REFUSALS = 60
const MOST_REFUSED = 10_000
const LONGEST_NAME = 200
/** Answers that say somebody wasn't allowed to. */
const REFUSALS: ReadonlySet<string> = new Set([
  'forbidden',
  'unauthorized',
  'role-too-high',
  'own-role',
  'password-wrong',
])

export function createAuditLog({ store, now, onFault }: AuditLogDependencies): AuditLog {
  /** What can't be in the commit of a change is written after it; an answer is not lost by that. */
  const write = (row: AuditRow): Promise<void> => store.insert(row).catch(onFault)

  let minute = 0
  const refusals = new Map<string, number>()
  const isStored = (who: string): boolean => {
    const current = Math.floor(now().getTime() / 60_000)
    if (minute !== current) refusals.clear()
    minute = current
    const count = (refusals.get(who) ?? 0) + 1
    if (count > MOST_REFUSALS || (count === 1 && refusals.size >= MOST_REFUSED)) return false
    refusals.set(who, count)
    return true
  }

  const begin = async ({ route, asker, address, params, body }: AuditedCall): Promise<AuditRow> => {
    const id = idIn(params)
    return {
      ...entryOf({ route, asker, address }, now()),
      object_id: id,
      object_name: nameIn(body) ?? (id === null ? null : await store.nameOf(route.path, id)),
      fields: JSON.stringify(fieldsOf(body)),
    }
  }

  return {
    async around(call, work) {
      const row = await begin(call)
      const { outcome, left } = await inAudit(row, work)
      if ('result' in outcome) {
        if (left) await write(left)
        return outcome.result
      }
      const code = outcome.error instanceof AppError ? outcome.error.code : 'internal'
      const isRefused = REFUSALS.has(code)
      // What was asked wrongly changed nothing; what was stored before it failed is said twice.
      if (isRefused || !(outcome.error instanceof AppError) || !left) {
        await write({ ...row, id: nextId(), result: isRefused ? 'refused' : 'failed', code })
      }
      throw outcome.error
    },

    async refused(call, code) {
      const row = entryOf(call, now())
      if (isStored(row.key_id ?? row.actor_id ?? networkOf(row.address ?? ''))) {
        await write({ ...row, result: 'refused', code })
      }
    },
  }
}

let written = 0

/** Begins with the time as all ids do, then counts: entries of one millisecond stay in order. */
function nextId(): string {
  written += 1
  const count = written.toString(16).padStart(12, '0').slice(-12)
  return `${newId().slice(0, 14)}${count}-${randomUUID().slice(0, 8)}`
}

function entryOf({ route, asker, address }: Omit<AuditedCall, 'params' | 'body'>, at: Date): AuditRow {
  const { actor, onBehalfOf, way } = asker
  const key = [actor, onBehalfOf].find((each) => each?.kind === 'api-key')
  return {
    id: nextId(),
    created_date: at.toISOString(),
    actor: actor.kind,
    actor_id: actor.id ?? onBehalfOf?.id ?? null,
    actor_name: actor.name ?? onBehalfOf?.name ?? null,
    key_id: key?.id ?? null,
    way,
    address,
    action: `${route.method} ${route.path}`,
    object_id: null,
    object_name: null,
    fields: '[]',
    result: 'done',
    code: null,
    seal: null,
  }
}

/** The thing that the address names: its own id, before that of what it belongs to. */
function idIn(params: unknown): string | null {
  if (typeof params !== 'object' || params === null) return null
  const { id, ...others }: Record<string, unknown> = { ...params }
  const found = [id, ...Object.values(others)].find((value) => typeof value === 'string')
  return typeof found === 'string' ? found.slice(0, LONGEST_NAME) : null
}

function nameIn(body: unknown): string | null {
  if (typeof body !== 'object' || body === null) return null
  const { name, keyName }: { name?: unknown; keyName?: unknown } = body
  const found = name ?? keyName
  return typeof found === 'string' ? found.slice(0, LONGEST_NAME) : null
}

/** Names alone: values may be secrets. Names that a caller chose are no fields of ours. */
function fieldsOf(body: unknown): string[] {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return []
  return Object.entries(body)
    .flatMap(([name, value]) => (value === undefined || !/^\w{1,50}$/.test(name) ? [] : [name]))
    .slice(0, MOST_FIELDS)
}
