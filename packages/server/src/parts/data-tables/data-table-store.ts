import { sql, type RawBuilder, type Selectable, type SqlBool, type Transaction } from 'kysely'
import type { DataTable } from '@chatwright/contract'
import type { DataCondition } from '@chatwright/core'
import type { Database } from '../../ground/db/database.ts'
import type { DataRowTable, DataTableTable } from '../../ground/db/data-table-tables.ts'
import type { DatabaseKind, Schema } from '../../ground/db/schema.ts'
import { columnNamed, invalid, typedValue, type CellValue } from './typed-cells.ts'

export type TableRow = Selectable<DataTableTable>
export type StoredRow = Selectable<DataRowTable>
export type DataTableStore = ReturnType<typeof createDataTableStore>

type Column = DataTable['columns'][number]

export interface RowQuery {
  columns: readonly Column[]
  where: readonly DataCondition[]
  search?: string | undefined
  sort?: string | undefined
  limit: number
  offset?: number
}

/** The only file that knows how rows are stored and found. */
export function createDataTableStore(database: Database) {
  const { query: db, kind } = database

  const rowsOf = (tableId: string, { columns, where, search }: Omit<RowQuery, 'limit'>) =>
    db
      .selectFrom('data_row')
      .where('table_id', '=', tableId)
      .where(
        all([
          ...where.map((condition) => matches(kind, columns, condition)),
          ...(search === undefined || search.trim() === '' ? [] : [holds(search)]),
        ]),
      )

  return {
    kind,
    list: () => db.selectFrom('data_table').selectAll().orderBy('name').execute(),
    find: (id: string) => db.selectFrom('data_table').selectAll().where('id', '=', id).executeTakeFirst(),
    findNamed: (name: string) => db.selectFrom('data_table').selectAll().where('name', '=', name).executeTakeFirst(),

    insert: (row: TableRow) =>
      database.transactDurably(async (transaction) => {
        await transaction.insertInto('data_table').values(row).execute()
      }),

    update: (id: string, changes: Partial<Omit<TableRow, 'id'>>) =>
      database.transactDurably(async (transaction) => {
        await transaction.updateTable('data_table').set(changes).where('id', '=', id).execute()
      }),

    delete: (id: string) =>
      database.transactDurably(async (transaction) => {
        await transaction.deleteFrom('data_row').where('table_id', '=', id).execute()
        const { numDeletedRows } = await transaction.deleteFrom('data_table').where('id', '=', id).executeTakeFirst()
        return numDeletedRows > 0n
      }),

    async page(tableId: string, query: RowQuery): Promise<StoredRow[]> {
      const { sort, columns, limit, offset = 0 } = query
      const by = sort === undefined ? undefined : columnNamed(columns, sort.replace(/^-/, ''))
      return rowsOf(tableId, query)
        .selectAll()
        .$if(by !== undefined, (q) =>
          by ? q.orderBy(cell(kind, by), sort?.startsWith('-') ? sql`desc nulls last` : sql`asc nulls last`) : q,
        )
        .orderBy('position')
        .limit(limit)
        .offset(offset)
        .execute()
    },

    async count(tableId: string, query: Omit<RowQuery, 'limit'>): Promise<number> {
      const { count } = await rowsOf(tableId, query)
        .select((e) => e.fn.countAll<number | string>().as('count'))
        .executeTakeFirstOrThrow()
      return Number(count)
    },

    /** All rows in order, some at a time. */
    async *all(tableId: string): AsyncGenerator<StoredRow[]> {
      for (let after = -1; ;) {
        const rows = await db
          .selectFrom('data_row')
          .selectAll()
          .where('table_id', '=', tableId)
          .where('position', '>', after)
          .orderBy('position')
          .limit(2000)
          .execute()
        if (rows.length === 0) return
        yield rows
        after = rows.at(-1)?.position ?? after
      }
    },

    /** Work on the rows of one table, alone: nobody else changes them meanwhile. Undefined where the table is gone. */
    change: <Result>(
      id: string,
      work: (rows: RowsInHand, table: TableRow) => Promise<Result>,
    ): Promise<Result | undefined> =>
      database.transactDurably(async (transaction) => {
        const table = await transaction
          .selectFrom('data_table')
          .selectAll()
          .where('id', '=', id)
          .$if(kind === 'postgres', (q) => q.forUpdate())
          .executeTakeFirst()
        return table && work(rowsInHand(transaction, { kind, table }), table)
      }),
  }
}

export type RowsInHand = ReturnType<typeof rowsInHand>

function rowsInHand(transaction: Transaction<Schema>, { kind, table }: { kind: DatabaseKind; table: TableRow }) {
  return {
    find: (columns: readonly Column[], where: readonly DataCondition[]) =>
      transaction
        .selectFrom('data_row')
        .selectAll()
        .where('table_id', '=', table.id)
        .where(all(where.map((each) => matches(kind, columns, each))))
        .orderBy('position')
        .execute(),

    /** The rows whose column holds one of these values, which are of its type. */
    holding: (column: Column, values: readonly CellValue[]) =>
      transaction
        .selectFrom('data_row')
        .selectAll()
        .where('table_id', '=', table.id)
        .where(sql<SqlBool>`${cell(kind, column)} in (${sql.join(values.map((each) => comparable(kind, each)))})`)
        .orderBy('position')
        .execute(),

    named: (ids: readonly string[]) =>
      transaction
        .selectFrom('data_row')
        .selectAll()
        .where('table_id', '=', table.id)
        .where('id', 'in', [...ids])
        .execute(),

    async insert(rows: readonly StoredRow[]): Promise<void> {
      for (let begin = 0; begin < rows.length; begin += 200) {
        await transaction
          .insertInto('data_row')
          .values(rows.slice(begin, begin + 200))
          .execute()
      }
    },

    write: (id: string, cells: string) =>
      transaction.updateTable('data_row').set({ cells }).where('id', '=', id).execute(),

    async delete(ids: readonly string[]): Promise<void> {
      for (let begin = 0; begin < ids.length; begin += 500) {
        await transaction
          .deleteFrom('data_row')
          .where('id', 'in', ids.slice(begin, begin + 500))
          .execute()
      }
    },

    settle: (totals: Pick<TableRow, 'row_count' | 'byte_count' | 'next_position' | 'updated_date'>) =>
      transaction.updateTable('data_table').set(totals).where('id', '=', table.id).execute(),
  }
}

function all(conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> {
  return conditions.length === 0 ? sql<SqlBool>`1 = 1` : sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}

/** What a column holds in a row, in its own type. */
function cell(kind: DatabaseKind, { id, type }: Column): RawBuilder<unknown> {
  if (kind === 'sqlite') return sql`json_extract(cells, ${`$.${id}`})`
  const text = sql`(cells::jsonb ->> ${id})`
  if (type !== 'number') return text
  // A column that became one of numbers may still hold texts, which no cast takes.
  return sql`(case when jsonb_typeof(cells::jsonb -> ${id}) = 'number' then ${text}::numeric end)`
}

function matches(kind: DatabaseKind, columns: readonly Column[], condition: DataCondition): RawBuilder<SqlBool> {
  const column = columns.find(({ name }) => name === condition.column)
  // Every row has an id, whatever its columns are called.
  if (!column && condition.column === 'id') return matchesId(condition)
  const found = column ?? columnNamed(columns, condition.column)
  const held = cell(kind, found)
  const { operator } = condition
  if (operator === 'empty') return sql<SqlBool>`${held} is null`
  if (operator === 'notEmpty') return sql<SqlBool>`${held} is not null`
  if (operator === 'contains') {
    const { value } = condition
    if (value === undefined || value === null || value === '') return NOTHING
    const pattern = likePattern(typeof value === 'string' ? value : JSON.stringify(value))
    return sql<SqlBool>`lower(cast(${held} as text)) like lower(${pattern}) escape '\\'`
  }
  const value = comparable(kind, typedValue(found, condition.value))
  if (value === null) {
    if (operator === 'equals') return sql<SqlBool>`${held} is null`
    return operator === 'notEquals' ? sql<SqlBool>`${held} is not null` : NOTHING
  }
  if (operator === 'equals') return sql<SqlBool>`${held} = ${value}`
  if (operator === 'notEquals') return sql<SqlBool>`(${held} is null or ${held} <> ${value})`
  return operator === 'greater' ? sql<SqlBool>`${held} > ${value}` : sql<SqlBool>`${held} < ${value}`
}

/** No row. */
const NOTHING = sql<SqlBool>`1 = 0`

function matchesId({ operator, value }: DataCondition): RawBuilder<SqlBool> {
  const id = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  if (operator === 'equals') return sql<SqlBool>`id = ${id}`
  if (operator === 'notEquals') return sql<SqlBool>`id <> ${id}`
  throw invalid('An id is compared with "is" and "is not" alone.')
}

/** SQLite gives JSON's true as 1, PostgreSQL as a word. */
function comparable(kind: DatabaseKind, value: CellValue | undefined): string | number | null {
  if (typeof value === 'boolean') return kind === 'sqlite' ? Number(value) : String(value)
  return value ?? null
}

function holds(text: string): RawBuilder<SqlBool> {
  const pattern = likePattern(text.trim())
  return sql<SqlBool>`lower(cells) like lower(${pattern}) escape '\\'`
}

function likePattern(text: string): string {
  return `%${text.replaceAll(/[%_\\]/g, String.raw`\$&`)}%`
}
