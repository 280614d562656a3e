import { parseJson } from '@chatwright/core'
import { ApiKeyPermission, AppError, Id, Network } from '@chatwright/contract'
import { z } from 'zod'
import { digestApiKey, hintOf } from '../../door/api-keys/api-key-secret.ts'
import { isRowFault } from '../../ground/db/database-faults.ts'
import type { Schema } from '../../ground/db/schema.ts'

export const FORMAT_VERSION = 1

/** The lists of a database file, in an order that keeps foreign keys whole. */
export const lists = [
  { key: 'chatmessages', table: 'chat_message', read: readMessage },
  { key: 'chatflows', table: 'chat_flow', read: readChatflow },
  { key: 'apikeys', table: 'api_key', read: readApiKey },
  {
    key: 'chatflowVersions',
    table: 'chat_flow_version',
    read: reader(['chatflow_id', 'version', 'name', 'node_count', 'created_date', 'flow_data']),
  },
  { key: 'tools', table: 'tool', read: readTool },
  {
    key: 'credentials',
    table: 'credential',
    read: reader(['id', 'name', 'credential_name', 'encrypted_data', 'created_date', 'updated_date']),
  },
  {
    key: 'variables',
    table: 'variable',
    read: reader(['id', 'name', 'value', 'type', 'is_secret', 'created_date', 'updated_date']),
  },
  {
    key: 'feedback',
    table: 'feedback',
    read: reader(['id', 'chatflow_id', 'chat_id', 'message_id', 'rating', 'created_date'], ['content']),
  },
  {
    key: 'leads',
    table: 'lead',
    read: reader(['id', 'chatflow_id', 'chat_id', 'created_date'], ['name', 'email', 'phone']),
  },
] as const satisfies readonly {
  key: string
  table: keyof Schema
  read(row: Row, at: string): Row
}[]

export type Row = Record<string, string | number | null>

/** Parents before children. */
export const insertOrder = [
  'chat_flow',
  'api_key',
  'chat_flow_version',
  'chat_message',
  'tool',
  'credential',
  'variable',
  'feedback',
  'lead',
] as const

/**
 * A row as the file holds it: our own columns, in camel case. Flags are booleans there, because existing files have them so.
 */
export function toFileRow(row: object): Record<string, unknown> {
  const entries = Object.entries(row as Row)
    .filter(([column]) => column !== LET_IN_HERE)
    .map(([column, value]): [string, unknown] => [
      fileNames[column] ?? camelCase(column),
      flags.has(column) ? value === 1 : value,
    ])
  return Object.fromEntries(entries)
}

/** Whether the owner let a key in is said on each server, never by a file. */
const LET_IN_HERE = 'is_closed'

/** Reads one list of a file into rows of its table; a fault names the list, the row and the field. */
export function readList(list: (typeof lists)[number], items: readonly Record<string, unknown>[], at: string): Row[] {
  return items.map((item, index) => {
    const place = `${list.key}[${index}]`
    const row = Cells.safeParse(item)
    if (!row.success)
      throw fileFault(
        `${place}.${String(row.error.issues[0]?.path[0] ?? '')}`,
        'should be text, a number, true, false or null',
      )
    try {
      return withSoundIds(list.read(toColumns(row.data), at))
    } catch (error) {
      if (error instanceof AppError && error.code === 'database-file-invalid') throw error
      throw fileFault(place, error instanceof Error ? error.message : String(error))
    }
  })
}

const idColumns = ['id', 'chatflow_id', 'api_key_id', 'message_id', 'run_id'] as const

/** Ids of a file obey the same rule as ids of a request: elsewhere they stand in addresses and names unchecked. */
function withSoundIds(row: Row): Row {
  for (const column of idColumns) {
    const id = row[column] ?? null
    if (id === null || Id.safeParse(id).success) continue
    const name = fileNames[column] ?? camelCase(column)
    throw new Error(`has a "${name}" that is no id: up to 64 letters, digits, dots, colons, hyphens and underscores`)
  }
  return row
}

const Cells = z.record(
  z.string(),
  z
    .union([z.string(), z.number(), z.boolean(), z.null(), z.undefined()])
    .or(z.array(z.unknown()))
    .or(z.record(z.string(), z.unknown())),
)

/** Names clients know that are not the plain camel case of our columns. */
const fileNames: Readonly<Record<string, string>> = {
  api_key_id: 'apikeyid',
  chatflow_id: 'chatflowid',
}
const columnNames = Object.fromEntries(Object.entries(fileNames).map(([column, name]) => [name, column]))
const flags: ReadonlySet<string> = new Set([
  'deployed',
  'is_public',
  'is_owner_only',
  'is_secret',
  'is_draft',
  'is_published_by_hand',
])

function toColumns(item: Record<string, unknown>): Row {
  const row: Row = {}
  for (const [name, value] of Object.entries(item)) {
    const column = columnNames[name] ?? snakeCase(name)
    if (typeof value === 'boolean') row[column] = value ? 1 : 0
    else if (typeof value === 'object' && value !== null) row[column] = JSON.stringify(value)
    else row[column] = (value as string | number | null | undefined) ?? null
  }
  return row
}

/** Rows only we write: these columns and no others, all but the optional ones there. */
function reader(columns: readonly string[], optional: readonly string[] = []): (row: Row) => Row {
  return (row) => {
    const missing = columns.find((column) => row[column] === undefined || row[column] === null)
    if (missing) throw new Error(`needs "${fileNames[missing] ?? camelCase(missing)}"`)
    return pick(row, [...columns, ...optional])
  }
}

const chatflowColumns = [
  'id',
  'name',
  'version',
  'type',
  'deployed',
  'is_public',
  'is_owner_only',
  'api_key_id',
  'chatbot_config',
  'api_config',
  'analytic',
  'speech_to_text',
  'text_to_speech',
  'follow_up_prompts',
  'category',
  'created_date',
  'updated_date',
  'last_run_date',
  'live_version',
] as const

function readChatflow(row: Row, at: string): Row {
  return {
    ...pick(row, chatflowColumns),
    id: text(row, 'id'),
    name: text(row, 'name'),
    version: Number(row['version'] ?? 1),
    type: row['type'] ?? 'CHATFLOW',
    deployed: row['deployed'] === 1 ? 1 : 0,
    is_public: row['is_public'] === 1 ? 1 : 0,
    is_owner_only: row['is_owner_only'] === 1 ? 1 : 0,
    is_published_by_hand: row['is_published_by_hand'] === 1 ? 1 : 0,
    gate: row['gate'] === 'warn' || row['gate'] === 'block' ? row['gate'] : 'off',
    api_key_id: row['api_key_id'] === '' ? null : (row['api_key_id'] ?? null),
    created_date: date(row['created_date'], at),
    updated_date: date(row['updated_date'], at),
    // Names the nodes once the flow data has been read.
    node_names: '[]',
    flow_data: text(row, 'flow_data'),
  }
}

const messageColumns = [
  'id',
  'chatflow_id',
  'chat_id',
  'session_id',
  'chat_type',
  'memory_type',
  'role',
  'content',
  'status',
  'run_id',
  'source_documents',
  'used_tools',
  'file_annotations',
  'file_uploads',
  'artifacts',
  'action',
  'agent_reasoning',
  'reason_content',
  'follow_up_prompts',
  'lead_email',
] as const

function readMessage(row: Row, at: string): Row {
  const flow = text(row, 'chatflow_id')
  return {
    ...pick(row, messageColumns),
    id: text(row, 'id'),
    role: row['role'] === 'userMessage' ? 'userMessage' : 'apiMessage',
    content: text(row, 'content'),
    // The oldest files know no conversations: there each flow had one.
    chat_id: row['chat_id'] ?? flow,
    session_id: row['session_id'] ?? null,
    chat_type: row['chat_type'] === 'EXTERNAL' ? 'EXTERNAL' : 'INTERNAL',
    status: row['status'] ?? 'done',
    created_date: date(row['created_date'], at),
    seq: placeOf(row['seq'] ?? 0),
    is_draft: row['is_draft'] === 1 ? 1 : 0,
  }
}

/** Far below what the column holds: the next message is given the next number. */
const LAST_PLACE = 1_000_000_000

/** Files of before messages were numbered have none, and keep the order of their dates. */
function placeOf(seq: Row[string]): number {
  const isPlace = typeof seq === 'number' && Number.isInteger(seq) && seq >= 0 && seq <= LAST_PLACE
  if (!isPlace) throw new Error('has a "seq" that is no place in a conversation')
  return seq
}

/** Keys of ours are digests; older files hold them in clear, and let in, they go on working without being kept so. */
function readApiKey(row: Row, at: string): Row {
  const clear = row['api_key']
  const digest = typeof clear === 'string' && row['digest'] === undefined ? digestApiKey(clear) : text(row, 'digest')
  return {
    id: text(row, 'id'),
    key_name: text(row, 'key_name'),
    digest,
    hint: row['hint'] ?? (typeof clear === 'string' ? hintOf(clear) : '…'),
    permissions: listOf(row, 'permissions', Permissions) ?? '["predict"]',
    flows: listOf(row, 'flows', FlowIds),
    networks: listOf(row, 'networks', Networks),
    created_date: date(row['created_date'] ?? row['created_at'], at),
    last_used_date: row['last_used_date'] ?? null,
  }
}

const Permissions = z.array(ApiKeyPermission).min(1)
const FlowIds = z.array(Id)
const Networks = z.array(Network).min(1)

/** What a key opens, as it is stored: read later without a second look. */
function listOf(row: Row, column: string, schema: z.ZodType<string[]>): string | null {
  const value = row[column] ?? null
  if (value === null) return null
  const parsed = schema.safeParse(readJson(String(value)))
  if (!parsed.success) throw new Error(`has "${column}" that no key can have`)
  return JSON.stringify(parsed.data)
}

function readJson(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}

function readTool(row: Row, at: string): Row {
  return {
    id: text(row, 'id'),
    name: text(row, 'name'),
    description: text(row, 'description'),
    color: row['color'] ?? '',
    icon_src: row['icon_src'] ?? null,
    schema: row['schema'] ?? null,
    func: row['func'] ?? null,
    created_date: date(row['created_date'], at),
    updated_date: date(row['updated_date'], at),
  }
}

function text(row: Row, column: string): string {
  const value = row[column]
  if (typeof value !== 'string') throw new Error(`needs the text "${fileNames[column] ?? camelCase(column)}"`)
  return value
}

function date(value: unknown, fallback: string): string {
  const parsed = typeof value === 'string' || typeof value === 'number' ? new Date(value) : undefined
  return parsed && !Number.isNaN(parsed.getTime()) ? parsed.toISOString() : fallback
}

function pick(row: Row, columns: readonly string[]): Row {
  return Object.fromEntries(columns.map((column) => [column, row[column] ?? null]))
}

/** Writes rows of a file; rows that the database refuses are the file's fault. */
export async function writeSound<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write()
  } catch (error) {
    if (!isRowFault(error)) throw error
    throw new AppError(
      'database-file-invalid',
      { issues: [{ path: 'file', message: error.message }] },
      { message: `The import contradicts itself: ${error.message}. Nothing was changed.`, cause: error },
    )
  }
}

export function fileFault(path: string, message: string): AppError {
  return new AppError(
    'database-file-invalid',
    { issues: [{ path, message }] },
    { message: `The file can't be loaded: ${path} ${message}.` },
  )
}

function camelCase(column: string): string {
  return column.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
