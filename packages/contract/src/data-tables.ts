import { DATA_OPERATORS } from '@chatwright/core'
import { z } from 'zod'
import { asRead, Deletion, Id, IdParams, IsoDate, text } from './fields.ts'
import { defineRoute } from './route.ts'

const tag = 'Data tables'

const ColumnName = text(100).refine(
  (name) => name.trim() !== '' && name !== 'id',
  'A column needs a name other than "id"',
)

const DataTableColumn = z.strictObject({
  /** What rows are stored by: a renamed column keeps its values. Left out, the column is new. */
  id: text(20).optional(),
  name: ColumnName,
  type: z.enum(['text', 'number', 'boolean', 'date']),
})

export const DataTable = z.object({
  id: z.string(),
  name: z.string(),
  columns: z.array(DataTableColumn.required({ id: true })),
  rows: z.number(),
  bytes: z.number(),
  createdDate: IsoDate,
  updatedDate: IsoDate,
})
export type DataTable = z.infer<typeof DataTable>

const Name = text(100).refine((name) => name.trim() !== '', 'A data table needs a name')
const Columns = z
  .array(DataTableColumn)
  .min(1)
  .max(50)
  .refine((columns) => new Set(columns.map(({ name }) => name)).size === columns.length, 'Two columns have one name')

const writable = z.strictObject({ name: Name, columns: Columns })

export const NewDataTable = asRead(writable, DataTable)
export type NewDataTable = z.infer<typeof NewDataTable>

export const DataTableChanges = asRead(writable.partial(), DataTable)
export type DataTableChanges = z.infer<typeof DataTableChanges>

/** A row by the names of its columns, and its `id`. */
const DataRow = z.record(z.string(), z.unknown())
const Cells = z.record(text(100), z.union([text(100_000), z.number(), z.boolean(), z.null()]))
export type DataCells = z.infer<typeof Cells>

const Conditions = z
  .array(
    z.strictObject({
      column: text(100),
      operator: z.enum(DATA_OPERATORS),
      value: z.union([text(10_000), z.number(), z.boolean(), z.null()]).optional(),
    }),
  )
  .max(20)

const DataRowQuery = z.strictObject({
  where: Conditions.default([]),
  /** Rows that hold this text in any column. */
  search: text(200).optional(),
  /** A column's name; `-name` for descending. */
  sort: text(101).optional(),
  limit: z.number().int().min(1).max(1000).default(100),
  offset: z.number().int().min(0).default(0),
})
export type DataRowQuery = z.infer<typeof DataRowQuery>

const Rows = z.array(Cells).min(1).max(1000)

export const listDataTables = defineRoute({
  method: 'GET',
  path: '/data-tables',
  access: 'owner',
  right: 'flow.read',
  tag,
  summary: 'List data tables.',
  response: z.array(DataTable),
})

export const createDataTable = defineRoute({
  method: 'POST',
  path: '/data-tables',
  access: 'owner',
  right: 'flow.edit',
  tag,
  summary: 'Create a data table.',
  body: NewDataTable,
  response: DataTable,
  errors: ['data-table-name-taken'],
})

export const getDataTable = defineRoute({
  method: 'GET',
  path: '/data-tables/:id',
  access: 'owner',
  right: 'flow.read',
  tag,
  summary: 'Get a data table.',
  params: IdParams,
  response: DataTable,
  errors: ['data-table-not-found'],
})

export const updateDataTable = defineRoute({
  method: 'PUT',
  path: '/data-tables/:id',
  access: 'owner',
  right: 'flow.edit',
  tag,
  summary: 'Rename a data table or change its columns. Values of removed columns are no longer shown.',
  params: IdParams,
  body: DataTableChanges,
  response: DataTable,
  errors: ['data-table-not-found', 'data-table-name-taken'],
})

export const deleteDataTable = defineRoute({
  method: 'DELETE',
  path: '/data-tables/:id',
  access: 'owner',
  right: 'flow.edit',
  tag,
  summary: 'Delete a data table with its rows.',
  params: IdParams,
  response: Deletion,
  errors: ['data-table-not-found'],
})

export const queryDataRows = defineRoute({
  method: 'POST',
  path: '/data-tables/:id/rows/query',
  access: 'owner',
  right: 'flow.read',
  tag,
  summary: 'Find rows, filtered and sorted.',
  params: IdParams,
  body: DataRowQuery,
  response: z.object({ rows: z.array(DataRow), total: z.number() }),
  errors: ['data-table-not-found', 'data-row-invalid'],
})

export const addDataRows = defineRoute({
  method: 'POST',
  path: '/data-tables/:id/rows',
  access: 'owner',
  right: 'flow.edit',
  tag,
  summary: 'Add rows. With `key`, a row with the same value in that column is changed instead.',
  params: IdParams,
  body: z.strictObject({ rows: Rows, key: text(100).optional() }),
  response: z.object({ added: z.number(), changed: z.number(), rows: z.array(DataRow).optional() }),
  errors: ['data-table-not-found', 'data-row-invalid', 'data-table-full'],
})

export const updateDataRow = defineRoute({
  method: 'PUT',
  path: '/data-tables/:id/rows/:rowId',
  access: 'owner',
  right: 'flow.edit',
  tag,
  summary: 'Change a row. Omitted columns stay unchanged.',
  params: z.strictObject({ id: Id, rowId: Id }),
  body: Cells,
  response: DataRow,
  errors: ['data-table-not-found', 'data-row-not-found', 'data-row-invalid', 'data-table-full'],
})

export const deleteDataRows = defineRoute({
  method: 'POST',
  path: '/data-tables/:id/rows/delete',
  access: 'owner',
  right: 'flow.edit',
  tag,
  summary: 'Delete rows by their IDs.',
  params: IdParams,
  body: z.strictObject({ ids: z.array(Id).min(1).max(1000) }),
  response: z.object({ deleted: z.number() }),
  errors: ['data-table-not-found'],
})

export const exportDataTable = defineRoute({
  method: 'GET',
  path: '/data-tables/:id/csv',
  access: 'owner',
  right: 'flow.read',
  tag,
  summary: 'Export all rows as CSV.',
  params: IdParams,
  produces: 'file',
  errors: ['data-table-not-found'],
})

export const importDataTable = defineRoute({
  method: 'POST',
  path: '/data-tables/:id/csv',
  access: 'owner',
  right: 'flow.edit',
  tag,
  summary: 'Add rows from CSV with a header line. If one row is wrong, no row is added.',
  params: IdParams,
  body: z.strictObject({ csv: text(5_000_000) }),
  response: z.object({ added: z.number() }),
  errors: ['data-table-not-found', 'data-row-invalid', 'data-table-full'],
})
