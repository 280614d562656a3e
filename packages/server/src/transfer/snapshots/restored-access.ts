import type { Selectable, Transaction } from 'kysely'
import type { ApiKeyRow } from '../../door/api-keys/api-key-store.ts'
import type { PersonTable } from '../../ground/db/people-tables.ts'
import type { Schema } from '../../ground/db/schema.ts'
import type { SecretBox, SecretOwner } from '../../parts/credentials/secret-box.ts'
import { closeBroughtKeys, describeKeys, type BroughtKey } from '../database/brought-keys.ts'

/** Something that lets others in, or that runs are sent to. */
export interface Access {
  kind: 'key' | 'mcp' | 'webhook' | 'channel' | 'notification' | 'execution' | 'flow'
  id: string
  name: string
  /** Equal where what opens it is the same: a token, a secret, the people it is for. */
  proof: string
  lastUsed: string | null
  key?: BroughtKey
}

/** What a server lets in before it is replaced. */
export interface KnownAccess {
  open: Access[]
  keys: Pick<ApiKeyRow, 'digest' | 'permissions' | 'flows' | 'networks'>[]
  /** Flows that answer their owner alone, and those that demand a key. */
  narrow: { id: string; is_owner_only: 0 | 1; api_key_id: string | null }[]
  people: Pick<Selectable<PersonTable>, 'id' | 'role' | 'password_hash'>[]
}

export const NOTHING_OPEN: KnownAccess = { open: [], keys: [], narrow: [], people: [] }

type Db = Transaction<Schema>
type Reader = Pick<SecretBox, 'open'>

/** Everything that is open now, each with when it was last used. */
export async function readAccess(db: Db, box: Reader): Promise<Access[]> {
  const all = await Promise.all([
    keys(db),
    offers(db, box),
    webhooks(db, box),
    channels(db, box),
    notifications(db),
    executions(db),
  ])
  return all.flat()
}

export async function readKnownAccess(db: Db, box: Reader): Promise<KnownAccess> {
  return {
    open: await readAccess(db, box),
    keys: await db
      .selectFrom('api_key')
      .select(['digest', 'permissions', 'flows', 'networks'])
      .where('is_closed', '=', 0)
      .execute(),
    narrow: await db
      .selectFrom('chat_flow')
      .select(['id', 'is_owner_only', 'api_key_id'])
      .where((e) => e.or([e('is_owner_only', '=', 1), e('api_key_id', 'is not', null)]))
      .execute(),
    people: await db.selectFrom('person').select(['id', 'role', 'password_hash']).execute(),
  }
}

/**
 * Closes what a backup would open again although it is no longer open here, with the same secret and for nobody more. Nothing is
 * deleted: the owner can open each again. Returns what was closed.
 */
export async function closeWithdrawn(db: Db, known: KnownAccess, box: Reader): Promise<Access[]> {
  const rows = await db.selectFrom('api_key').selectAll().where('is_closed', '=', 0).execute()
  const closedKeys = new Set(
    closeBroughtKeys(
      rows.map((row) => ({ ...row })),
      known.keys,
    ).closed.map(({ id }) => id),
  )
  const stillOpen = new Set(known.open.map(placeOf))
  const withdrawn = (await readAccess(db, box)).filter((access) =>
    access.kind === 'key' ? closedKeys.has(access.id) : !stillOpen.has(placeOf(access)),
  )
  const flows = await widened(db, known)
  for (const { kind, id } of [...withdrawn, ...flows]) await close[kind](db, id)
  await closePeople(db, known.people)
  return [...withdrawn, ...flows]
}

/** Everybody is as they were here: who was removed since the backup, or has another role or password, is so still. */
async function closePeople(db: Db, known: KnownAccess['people']): Promise<void> {
  const here = new Map(known.map((person) => [person.id, person]))
  for (const { id } of await db.selectFrom('person').select('id').execute()) {
    const { role, password_hash } = here.get(id) ?? { password_hash: null }
    await db
      .updateTable('person')
      .set({ password_hash, ...(role && { role }) })
      .where('id', '=', id)
      .execute()
  }
}

/** A line for each, for whoever restores without a screen. */
export function describeAccess(some: readonly Access[]): string {
  return some.map((access) => `  ${nameOf(access)}${useOf(access)}`).join('\n')
}

function nameOf({ kind, id, name, key }: Access): string {
  if (key) return `API key ${describeKeys([key]).trim()}`
  return `${labels[kind]} ${JSON.stringify(name)} (${id})`
}

function useOf({ kind, lastUsed }: Access): string {
  if (kind === 'flow' || kind === 'mcp' || kind === 'execution') return ''
  return lastUsed === null ? ', never used' : `, last used ${lastUsed}`
}

const labels: Readonly<Record<Access['kind'], string>> = {
  key: 'API key',
  mcp: 'MCP token of',
  webhook: 'Webhook of',
  channel: 'Channel',
  notification: 'Notifications to',
  execution: 'Shared execution of',
  flow: 'Flow',
}

const placeOf = ({ kind, id, proof }: Access): string => JSON.stringify([kind, id, proof])

const close: Readonly<Record<Access['kind'], (db: Db, id: string) => Promise<unknown>>> = {
  key: (db, id) => db.updateTable('api_key').set({ is_closed: 1 }).where('id', '=', id).execute(),
  mcp: (db, id) => db.updateTable('flow_mcp').set({ is_enabled: 0 }).where('chatflow_id', '=', id).execute(),
  webhook: (db, id) => db.updateTable('flow_trigger').set({ is_paused: 1 }).where('id', '=', id).execute(),
  channel: (db, id) => db.updateTable('channel').set({ is_enabled: 0 }).where('id', '=', id).execute(),
  notification: (db, id) => db.updateTable('flow_notice').set({ is_enabled: 0 }).where('id', '=', id).execute(),
  // What is shared is a copy: the owner shares the execution again.
  execution: (db, id) => db.deleteFrom('shared_execution').where('execution_id', '=', id).execute(),
  flow: (db, id) => db.updateTable('chat_flow').set({ is_owner_only: 1 }).where('id', '=', id).execute(),
}

async function keys(db: Db): Promise<Access[]> {
  const rows = await db.selectFrom('api_key').selectAll().where('is_closed', '=', 0).orderBy('id').execute()
  return rows.map((row) => ({
    kind: 'key',
    id: row.id,
    name: row.key_name,
    proof: row.digest,
    lastUsed: row.last_used_date,
    key: {
      id: row.id,
      keyName: row.key_name,
      permissions: JSON.parse(row.permissions) as string[],
      flows: row.flows === null ? null : (JSON.parse(row.flows) as string[]),
    },
  }))
}

async function offers(db: Db, box: Reader): Promise<Access[]> {
  const rows = await db
    .selectFrom('flow_mcp')
    .innerJoin('chat_flow', 'chat_flow.id', 'flow_mcp.chatflow_id')
    .select(['chat_flow.id', 'chat_flow.name', 'flow_mcp.token'])
    .where('flow_mcp.is_enabled', '=', 1)
    .orderBy('chat_flow.id')
    .execute()
  return rows.map(({ id, name, token }) => ({
    kind: 'mcp',
    id,
    name,
    proof: reveal(box, { table: 'flow_mcp', id }, token),
    lastUsed: null,
  }))
}

/** Those that a secret opens, and those whose address alone does. */
async function webhooks(db: Db, box: Reader): Promise<Access[]> {
  const rows = await db
    .selectFrom('flow_trigger')
    .innerJoin('chat_flow', 'chat_flow.id', 'flow_trigger.chatflow_id')
    .select(['flow_trigger.id', 'flow_trigger.name', 'flow_trigger.secret', 'chat_flow.name as flow'])
    .select((e) =>
      e
        .selectFrom('delivery')
        .where('delivery.kind', '=', 'webhook')
        .whereRef('delivery.subject_id', '=', 'flow_trigger.id')
        .select((max) => max.fn.max('delivery.created_date').as('last'))
        .as('last'),
    )
    .where((e) => e.or([e('flow_trigger.kind', '=', 'webhook'), e('flow_trigger.secret', 'is not', null)]))
    .where('flow_trigger.is_paused', '=', 0)
    .where('flow_trigger.is_halted', '=', 0)
    .orderBy('flow_trigger.id')
    .execute()
  return rows.map(({ id, name, secret, flow, last }) => ({
    kind: 'webhook',
    id,
    name: name === '' ? flow : `${flow}: ${name}`,
    proof: secret === null ? '' : reveal(box, { table: 'flow_webhook', id }, secret),
    lastUsed: last,
  }))
}

async function channels(db: Db, box: Reader): Promise<Access[]> {
  const rows = await db
    .selectFrom('channel')
    .leftJoin('credential', 'credential.id', 'channel.credential_id')
    .select(['channel.id', 'channel.name', 'channel.chatflow_id', 'channel.allowed_senders'])
    .select(['credential.id as credential', 'credential.encrypted_data as sealed'])
    .select((e) =>
      e
        .selectFrom('delivery')
        .where('delivery.kind', '=', 'channel')
        .whereRef('delivery.subject_id', '=', 'channel.id')
        .select((max) => max.fn.max('delivery.created_date').as('last'))
        .as('last'),
    )
    .where('channel.is_enabled', '=', 1)
    .orderBy('channel.id')
    .execute()
  return rows.map(({ id, name, chatflow_id: flow, allowed_senders: senders, credential, sealed, last }) => {
    const token =
      credential === null || sealed === null ? '' : reveal(box, { table: 'credential', id: credential }, sealed)
    return { kind: 'channel', id, name, proof: JSON.stringify([flow, senders, token]), lastUsed: last }
  })
}

async function notifications(db: Db): Promise<Access[]> {
  const rows = await db
    .selectFrom('flow_notice')
    .select(['id', 'chatflow_id', 'url', 'events'])
    .select((e) =>
      e
        .selectFrom('delivery')
        .where('delivery.kind', '=', 'notice')
        .whereRef('delivery.subject_id', '=', 'flow_notice.id')
        .select((max) => max.fn.max('delivery.done_date').as('last'))
        .as('last'),
    )
    .where('is_enabled', '=', 1)
    .orderBy('id')
    .execute()
  return rows.map(({ id, chatflow_id: flow, url, events, last }) => ({
    kind: 'notification',
    id,
    name: url,
    proof: JSON.stringify([flow, url, events]),
    lastUsed: last,
  }))
}

async function executions(db: Db): Promise<Access[]> {
  const rows = await db
    .selectFrom('shared_execution')
    .innerJoin('run', 'run.id', 'shared_execution.execution_id')
    .leftJoin('chat_flow', 'chat_flow.id', 'run.chatflow_id')
    .select(['run.id', 'shared_execution.id as address', 'chat_flow.name'])
    .orderBy('run.id')
    .execute()
  return rows.map(({ id, address, name }) => ({
    kind: 'execution',
    id,
    name: name ?? '',
    proof: address,
    lastUsed: null,
  }))
}

/** Flows that a backup would open to more people than they are open to here. One that was deleted here comes back as it was. */
async function widened(db: Db, { narrow }: KnownAccess): Promise<Access[]> {
  if (narrow.length === 0) return []
  const open = await db
    .selectFrom('chat_flow')
    .select(['id', 'name', 'api_key_id'])
    .where('is_owner_only', '=', 0)
    .orderBy('id')
    .execute()
  const here = new Map(narrow.map((flow) => [flow.id, flow]))
  const isWider = ({ id, api_key_id: key }: (typeof open)[number]): boolean => {
    const flow = here.get(id)
    return flow !== undefined && (flow.is_owner_only === 1 || key === null || key !== flow.api_key_id)
  }
  return open.filter(isWider).map(({ id, name }) => ({ kind: 'flow', id, name, proof: '', lastUsed: null }))
}

/** What cannot be read is like nothing else: it is not taken for what is open here. */
function reveal(box: Reader, owner: SecretOwner, sealed: string): string {
  try {
    return box.open(owner, sealed)
  } catch {
    return `sealed ${sealed}`
  }
}
