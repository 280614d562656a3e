import { AppError, type DatabaseFile } from '@chatwright/contract'
import type { Transaction } from 'kysely'
import { z } from 'zod'
import type { StoreFlow } from '../../flows/chatflows/stored-flow.ts'
import { flowType } from '../../flows/flows/flow-type.ts'
import type { Schema } from '../../ground/db/schema.ts'
import { fileFault, FORMAT_VERSION, lists, readList, toFileRow, writeSound, type Row } from './backup-file.ts'
import type { BackupStore, TransferTable } from './backup-store.ts'
import type { BroughtKey } from './brought-keys.ts'

export type BackupService = ReturnType<typeof createBackupService>

/** Stores of documents, which lie in several tables and in one list of a file. */
export interface DatabaseStores {
  export(): AsyncIterable<Record<string, unknown>[]>
  /** Reads the list of a file; a fault names it and the row. Those that the file does not hold stay as they are. */
  read(
    list: string,
    items: readonly Record<string, unknown>[],
    around: { at: string; credentials: readonly string[] },
  ): Promise<BroughtStores>
}

interface BroughtStores {
  /** What must be known of them, each a sentence. */
  notes: string[]
  write(transaction: Transaction<Schema>): Promise<void>
}

/** What came of a load that is not as it was where the file was written. */
export interface Loaded {
  /** Keys that wait to be let in. */
  keys: BroughtKey[]
  notes: string[]
}

const STORES = 'documentStores'
const NO_STORES: BroughtStores = { notes: [], write: () => Promise.resolve() }

export function createBackupService({
  store,
  storeFlow,
  stores,
  now = () => new Date(),
}: {
  store: BackupStore
  storeFlow: StoreFlow
  stores: DatabaseStores
  now?: () => Date
}) {
  /** Flow data of a file goes the way of all flow data; a fault names the flow's row. */
  async function readFlows(rows: readonly Row[]): Promise<Row[]> {
    const read: Row[] = []
    for (const [index, row] of rows.entries()) {
      const flow = await storeFlow(String(row['flow_data'])).catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error
        throw fileFault(`chatflows[${index}]`, error.message)
      })
      const type = flowType(flow.flow, String(row['type']))
      read.push({ ...row, type, flow_data: flow.text, node_names: JSON.stringify(flow.nodeNames) })
    }
    return read
  }

  return {
    /** The file in pieces. Compact, and the three lists older clients look for come first. */
    async *export(): AsyncGenerator<string> {
      yield '{'
      for (const { key, table } of lists) {
        yield `"${key}":[`
        let separator = ''
        for await (const page of store.rows(table)) {
          yield separator + page.map((row) => JSON.stringify(toFileRow(row))).join(',')
          separator = ','
        }
        yield '],'
      }
      yield `"${STORES}":[`
      let separator = ''
      for await (const page of stores.export()) {
        yield separator + page.map((row) => JSON.stringify(row)).join(',')
        separator = ','
      }
      yield '],'
      yield `"formatVersion":${FORMAT_VERSION}}`
    },

    /** All or nothing. Lists the file does not have are left as they are. */
    async load(file: DatabaseFile): Promise<Loaded> {
      const { formatVersion = FORMAT_VERSION } = file
      if (typeof formatVersion !== 'number' || formatVersion > FORMAT_VERSION) {
        throw new AppError(
          'database-file-invalid',
          { issues: [{ path: 'formatVersion', message: `This version reads format ${FORMAT_VERSION}` }] },
          { message: 'A newer version of Chatwright wrote this file. Update this server first.' },
        )
      }
      const at = now().toISOString()
      const tables = new Map<TransferTable, Row[]>()
      for (const list of lists) {
        const items = listIn(file, list.key)
        if (items) tables.set(list.table, readList(list, items, at))
      }
      tables.set('chat_flow', await readFlows(tables.get('chat_flow') ?? []))
      const storeRows = listIn(file, STORES)
      const credentials = (tables.get('credential') ?? []).map(({ id }) => String(id))
      const brought = storeRows ? await stores.read(STORES, storeRows, { at, credentials }) : NO_STORES
      const keys = await writeSound(() => store.replace(withoutOrphans(tables, at), brought.write))
      return { keys, notes: brought.notes }
    },

    letIn: (keys: readonly BroughtKey[]) => store.letIn(keys.map(({ id }) => id)),
  }
}

function listIn(file: DatabaseFile, key: string): Record<string, unknown>[] | undefined {
  const parsed = Rows.safeParse(file[key])
  if (parsed.success) return parsed.data
  throw new AppError('database-file-invalid', { issues: [{ path: key, message: 'should be a list of objects' }] })
}

const Rows = z.array(z.record(z.string(), z.unknown())).optional()

/** Rows of flows the file does not hold: older products left them behind, and nothing could ever show them. */
function withoutOrphans(tables: Map<TransferTable, Row[]>, at: string): Map<TransferTable, Row[]> {
  const flows = new Map((tables.get('chat_flow') ?? []).map((row) => [row['id'], row]))
  for (const table of ['chat_message', 'chat_flow_version', 'feedback', 'lead'] as const) {
    const rows = tables.get(table)
    if (rows)
      tables.set(
        table,
        rows.filter((row) => flows.has(row['chatflow_id'] ?? null)),
      )
  }
  if (!tables.has('chat_flow_version')) {
    tables.set(
      'chat_flow_version',
      [...flows.values()].map((flow) => firstVersion(flow, at)),
    )
  }
  const versions = new Set(
    (tables.get('chat_flow_version') ?? []).map((row) => `${row['chatflow_id']} ${row['version']}`),
  )
  for (const flow of flows.values()) {
    if (!versions.has(`${flow['id']} ${flow['live_version']}`)) flow['live_version'] = null
  }
  for (const table of ['feedback', 'lead'] as const) if (!tables.has(table)) tables.set(table, [])
  return tables
}

/** A file without history starts one: undoing the first edit after an import must be possible. */
function firstVersion(flow: Row, at: string): Row {
  const { nodes } = JSON.parse(String(flow['flow_data'])) as { nodes: unknown[] }
  return {
    chatflow_id: flow['id'] ?? null,
    version: flow['version'] ?? 1,
    name: flow['name'] ?? '',
    node_count: nodes.length,
    created_date: at,
    flow_data: flow['flow_data'] ?? '',
  }
}
