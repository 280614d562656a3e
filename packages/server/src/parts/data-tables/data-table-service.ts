import {
  AppError,
  type DataRowQuery,
  type DataTable,
  type DataTableChanges,
  type NewDataTable,
} from '@chatwright/contract'
import { NodeError, type DataCondition, type DataRecord, type DataTableAccess } from '@chatwright/core'
import { randomUUID } from 'node:crypto'
import { readCsvText, withoutMark, writeCsvText } from '../../ground/csv-text.ts'
import type { DataTableStore, RowsInHand, StoredRow, TableRow } from './data-table-store.ts'
import { columnNamed, invalid, readRow, typedCells, typedValue, type Cells } from './typed-cells.ts'

export type DataTableService = ReturnType<typeof createDataTableService>

const MOST_ROWS = 200_000
/** So many keys are looked up at once. */
const KEYS_AT_ONCE = 200
const MOST_BYTES = 100 * 1024 ** 2

export function createDataTableService({ store, now }: { store: DataTableStore; now: () => Date }) {
  const require = async (id: string): Promise<TableRow> => {
    const row = await store.find(id)
    if (!row) throw new AppError('data-table-not-found', { id })
    return row
  }

  const refuseTaken = async (name: string, ownId?: string): Promise<void> => {
    const found = await store.findNamed(name)
    if (found && found.id !== ownId) throw new AppError('data-table-name-taken')
  }

  /** Changes the rows of a table as a whole, and its totals with them. */
  const change = async <Result>(id: string, work: (hand: Hand) => Promise<Result>): Promise<Result> => {
    const done = await store.change(id, async (rows, table) => {
      const hand = createHand(rows, table)
      const result = await work(hand)
      await hand.settle(now().toISOString())
      return { result }
    })
    if (!done) throw new AppError('data-table-not-found', { id })
    return done.result
  }

  const service = {
    list: async (): Promise<DataTable[]> => (await store.list()).map(toTable),
    get: async (id: string): Promise<DataTable> => toTable(await require(id)),

    async create({ name, columns }: NewDataTable): Promise<DataTable> {
      await refuseTaken(name)
      const at = now().toISOString()
      const row: TableRow = {
        id: randomUUID(),
        name,
        columns: JSON.stringify(withIds(columns, [])),
        row_count: 0,
        byte_count: 0,
        next_position: 0,
        created_date: at,
        updated_date: at,
      }
      await store.insert(row)
      return toTable(row)
    },

    async update(id: string, { name, columns }: DataTableChanges): Promise<DataTable> {
      const row = await require(id)
      if (name !== undefined) await refuseTaken(name, id)
      await store.update(id, {
        updated_date: now().toISOString(),
        ...(name !== undefined && { name }),
        ...(columns && { columns: JSON.stringify(withIds(columns, columnsOf(row))) }),
      })
      return toTable(await require(id))
    },

    async delete(id: string) {
      if (!(await store.delete(id))) throw new AppError('data-table-not-found', { id })
      return { raw: [], affected: 1 }
    },

    async query(id: string, query: DataRowQuery): Promise<{ rows: DataRecord[]; total: number }> {
      const table = await require(id)
      const asked = { ...query, where: query.where as DataCondition[], columns: columnsOf(table) }
      const isWhole = query.where.length === 0 && !query.search?.trim()
      const [rows, total] = await Promise.all([
        store.page(id, asked),
        isWhole ? table.row_count : store.count(id, asked),
      ])
      return { rows: rows.map((row) => readRow(asked.columns, row)), total }
    },

    add: (id: string, rows: readonly DataRecord[]): Promise<DataRecord[]> =>
      change(id, async (hand) => (await hand.add(rows)).map(hand.shown)),

    async upsert(id: string, key: string, rows: readonly DataRecord[]) {
      return change(id, async (hand) => {
        const column = columnNamed(hand.columns, key)
        const keyed = rows.map((row) => {
          const value = typedValue(column, row[key])
          if (value === undefined) throw invalid(`A row has no value in the key column "${key}".`)
          return { row, value }
        })
        const known = new Map<string, StoredRow>()
        let added = 0
        for (let begin = 0; begin < keyed.length; begin += KEYS_AT_ONCE) {
          const some = keyed.slice(begin, begin + KEYS_AT_ONCE)
          const values = new Set(some.map(({ value }) => value).filter((value) => !known.has(String(value))))
          for (const found of values.size === 0 ? [] : await hand.holding(column, [...values])) {
            const name = String((JSON.parse(found.cells) as Cells)[column.id])
            // Of several rows with one key the first counts.
            if (!known.has(name)) known.set(name, found)
          }
          for (const { row, value } of some) {
            const before = known.get(String(value))
            const [after] = before ? await hand.write([before], row) : await hand.add([row])
            if (after) known.set(String(value), after)
            if (!before) added += 1
          }
        }
        return { added, changed: rows.length - added }
      })
    },

    updateRow: (id: string, rowId: string, values: DataRecord): Promise<DataRecord> =>
      change(id, async (hand) => {
        const found = await hand.named([rowId])
        if (found.length === 0) throw new AppError('data-row-not-found', { id: rowId })
        const [row] = await hand.write(found, values)
        return row ? hand.shown(row) : {}
      }),

    updateWhere: (id: string, where: readonly DataCondition[], values: DataRecord): Promise<number> =>
      change(id, async (hand) => (await hand.write(await hand.find(where), values)).length),

    deleteRows: (id: string, ids: readonly string[]): Promise<number> =>
      change(id, async (hand) => hand.remove(await hand.named(ids))),

    deleteWhere: (id: string, where: readonly DataCondition[]): Promise<number> =>
      change(id, async (hand) => hand.remove(await hand.find(where))),

    async *writeCsv(id: string): AsyncGenerator<string> {
      const columns = columnsOf(await require(id))
      yield writeCsvText([columns.map(({ name }) => name)])
      for await (const rows of store.all(id)) {
        const records = rows.map((row) => readRow(columns, row))
        yield writeCsvText(records.map((row) => columns.map(({ name }) => textOf(row[name]))))
      }
    },

    async readCsv(id: string, csv: string): Promise<{ added: number }> {
      const [header = [], ...lines] = await readCsvText(csv)
      const names = header.map((cell) => withoutMark(cell).trim())
      if (names.length === 0 || lines.length === 0) throw invalid('The CSV needs a header line and at least one row.')
      if (new Set(names).size < names.length) throw invalid('Two columns of the CSV have one name.')
      const added = await change(id, async (hand) => {
        for (const name of names) if (name !== 'id') columnNamed(hand.columns, name)
        const rows = lines.map((cells) =>
          Object.fromEntries(names.map((name, index) => [name, withoutMark(cells[index] ?? '')])),
        )
        return hand.add(rows)
      })
      return { added: added.length }
    },
  }

  /** By its id or its name: a flow may hold either. */
  const idOf = async (table: string): Promise<string> => {
    const found = (await store.find(table)) ?? (await store.findNamed(table))
    if (found) return found.id
    throw new NodeError(`There is no data table "${table}".`, {
      code: 'not-found',
      field: 'table',
      hint: 'Choose one from the list, or create it.',
    })
  }
  const forNodes: DataTableAccess = {
    list: async () =>
      (await service.list()).map(({ id, name, columns }) => ({
        id,
        name,
        columns: columns.map((column) => ({ name: column.name, type: column.type })),
      })),
    find: (table, { where, limit, sort }) =>
      inWords(async () => {
        const found = await service.query(await idOf(table), {
          where: [...where] as DataRowQuery['where'],
          limit,
          offset: 0,
          ...(sort && { sort }),
        })
        return found.rows
      }),
    add: (table, rows) => inWords(async () => service.add(await idOf(table), rows)),
    update: (table, where, values) => inWords(async () => service.updateWhere(await idOf(table), where, values)),
    remove: (table, where) => inWords(async () => service.deleteWhere(await idOf(table), where)),
    upsert: (table, key, rows) => inWords(async () => service.upsert(await idOf(table), key, rows)),
  }
  return { ...service, forNodes }
}

type Hand = ReturnType<typeof createHand>

/** The rows of one table in a transaction, with what they come to. */
function createHand(rows: RowsInHand, table: TableRow) {
  const columns = columnsOf(table)
  let { row_count: count, byte_count: bytes, next_position: next } = table
  const refuseFull = (): void => {
    if (count <= MOST_ROWS && bytes <= MOST_BYTES) return
    throw new AppError('data-table-full', { rows: MOST_ROWS, megabytes: MOST_BYTES / 1024 ** 2 })
  }
  return {
    columns,
    find: (where: readonly DataCondition[]) => rows.find(columns, where),
    holding: rows.holding,
    named: (ids: readonly string[]) => rows.named(ids),
    shown: (row: StoredRow): DataRecord => readRow(columns, row),

    async add(given: readonly DataRecord[]): Promise<StoredRow[]> {
      const stored = given.map((row): StoredRow => {
        const cells = JSON.stringify(typedCells(columns, row).cells)
        bytes += cells.length
        count += 1
        next += 1
        return { id: randomUUID(), table_id: table.id, position: next, cells }
      })
      refuseFull()
      await rows.insert(stored)
      return stored
    },

    async write(found: readonly StoredRow[], values: DataRecord): Promise<StoredRow[]> {
      const { cells: changed, emptied } = typedCells(columns, values)
      const written: StoredRow[] = []
      for (const row of found) {
        const before = Object.entries(JSON.parse(row.cells) as Cells).filter(([id]) => !emptied.includes(id))
        const cells = JSON.stringify({ ...Object.fromEntries(before), ...changed })
        bytes += cells.length - row.cells.length
        refuseFull()
        await rows.write(row.id, cells)
        written.push({ ...row, cells })
      }
      return written
    },

    async remove(found: readonly StoredRow[]): Promise<number> {
      await rows.delete(found.map(({ id }) => id))
      count -= found.length
      bytes -= found.reduce((sum, { cells }) => sum + cells.length, 0)
      return found.length
    },

    settle: (at: string) => rows.settle({ row_count: count, byte_count: bytes, next_position: next, updated_date: at }),
  }
}

function columnsOf(row: TableRow): DataTable['columns'] {
  return JSON.parse(row.columns) as DataTable['columns']
}

/** A column that is known by its id keeps it; a new one gets one that no column had. */
function withIds(columns: NewDataTable['columns'], before: DataTable['columns']): DataTable['columns'] {
  const known = new Set(before.map(({ id }) => id))
  return columns.map(({ id, ...column }) => ({
    ...column,
    id: id !== undefined && known.has(id) ? id : `c${randomUUID().replaceAll('-', '').slice(0, 10)}`,
  }))
}

function toTable(row: TableRow): DataTable {
  return {
    id: row.id,
    name: row.name,
    columns: columnsOf(row),
    rows: row.row_count,
    bytes: row.byte_count,
    createdDate: row.created_date,
    updatedDate: row.updated_date,
  }
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** What a person can fix is said on the node. */
async function inWords<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw new NodeError(error.message, { code: 'bad-input', cause: error })
  }
}
