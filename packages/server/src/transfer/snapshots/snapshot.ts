import type { DatabaseKind, Schema } from '../../ground/db/schema.ts'

/** What a column holds, on both databases alike. */
export type Value = string | number | null | Uint8Array

export interface Table {
  name: OurTable
  columns: readonly string[]
  /** Tables that its rows refer to. */
  refersTo: readonly string[]
}

/** The database as it is at one moment, whoever writes to it meanwhile. Nothing is changed, not even its schema. */
export interface Snapshot {
  readonly kind: DatabaseKind
  /** The names of the migrations it went through; none in a database that is new. */
  history(): Promise<string[]>
  /** Its tables, those that others refer to first. */
  tables(): Promise<Table[]>
  /** The rows of a table, some at a time, each in the order of its columns. */
  rows(table: Table): AsyncIterable<Value[][]>
  /** How far the clock of the database is ahead of ours, in ms. */
  clockAhead(): Promise<number>
  end(): Promise<void>
}

/** All tables of ours: a database may hold those of others too. The compiler asks for each. */
const ours: Record<keyof Schema, true> = {
  api_key: true,
  call_cost: true,
  channel: true,
  chat_flow: true,
  chat_flow_version: true,
  chat_message: true,
  comparison: true,
  comparison_case: true,
  credential: true,
  deleted_chat: true,
  delivery: true,
  dry_replay: true,
  custom_mcp_server: true,
  data_row: true,
  data_table: true,
  feedback: true,
  flow_mcp: true,
  flow_notice: true,
  flow_secret: true,
  flow_trigger: true,
  graph: true,
  inbox_dismissal: true,
  kept_question: true,
  knowledge_passage: true,
  knowledge_source: true,
  knowledge_store: true,
  knowledge_test: true,
  lead: true,
  ledger: true,
  ledger_hold: true,
  named_session: true,
  node_declaration: true,
  price: true,
  record: true,
  recorded_value: true,
  run: true,
  run_event: true,
  run_wait: true,
  shared_execution: true,
  shared_part: true,
  sign_in: true,
  person: true,
  audit_entry: true,
  audit_seal: true,
  password_link: true,
  spend: true,
  spend_limit: true,
  test_case: true,
  test_set: true,
  test_turn: true,
  tool: true,
  unsealed_graph: true,
  upsert_history: true,
  variable: true,
  vector_collection: true,
  vector_document: true,
  vector_embedding: true,
  vector_index: true,
  vector_index_part: true,
}

/** Tables that earlier versions had: their backups hold them still. */
const FORMER = [
  'flow_schedule',
  'flow_webhook',
  'webhook_delivery',
  'notice_delivery',
  'channel_delivery',
  'schedule_fire',
] as const

export type OurTable = keyof Schema | (typeof FORMER)[number]

export function isOurs(name: string): name is OurTable {
  return Object.hasOwn(ours, name) || FORMER.some((former) => former === name)
}

/** Rows can only be stored after those they refer to. */
export function inOrderOfReference(tables: readonly Table[]): Table[] {
  const placed: Table[] = []
  let waiting = [...tables].sort((a, b) => a.name.localeCompare(b.name))
  while (waiting.length > 0) {
    const isFree = ({ name, refersTo }: Table): boolean =>
      refersTo.every((other) => other === name || !waiting.some((table) => table.name === other))
    const free = waiting.filter(isFree)
    if (free.length === 0)
      throw new Error(`These tables refer to each other in a circle: ${waiting.map(({ name }) => name).join(', ')}`)
    placed.push(...free)
    waiting = waiting.filter((table) => !free.includes(table))
  }
  return placed
}
