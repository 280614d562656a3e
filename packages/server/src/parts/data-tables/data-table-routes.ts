import {
  addDataRows,
  createDataTable,
  deleteDataRows,
  deleteDataTable,
  exportDataTable,
  getDataTable,
  importDataTable,
  listDataTables,
  queryDataRows,
  updateDataRow,
  updateDataTable,
} from '@chatwright/contract'
import { Readable } from 'node:stream'
import { handle, type Handler } from '../../door/http/handle.ts'
import type { DataTableService } from './data-table-service.ts'

export const dataTableRoutes = (tables: DataTableService): Handler[] => [
  handle(listDataTables, () => tables.list()),
  handle(createDataTable, ({ body }) => tables.create(body)),
  handle(getDataTable, ({ params }) => tables.get(params.id)),
  handle(updateDataTable, ({ params, body }) => tables.update(params.id, body)),
  handle(deleteDataTable, ({ params }) => tables.delete(params.id)),
  handle(queryDataRows, ({ params, body }) => tables.query(params.id, body)),
  handle(addDataRows, async ({ params, body: { rows, key } }) => {
    if (key !== undefined) return tables.upsert(params.id, key, rows)
    const added = await tables.add(params.id, rows)
    return { added: added.length, changed: 0, rows: added }
  }),
  handle(updateDataRow, ({ params, body }) => tables.updateRow(params.id, params.rowId, body)),
  handle(deleteDataRows, async ({ params, body }) => ({ deleted: await tables.deleteRows(params.id, body.ids) })),
  handle(exportDataTable, async ({ params, reply }) => {
    const { name } = await tables.get(params.id)
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(`${name}.csv`)}`)
      .send(Readable.from(tables.writeCsv(params.id)))
  }),
  handle(importDataTable, ({ params, body }) => tables.readCsv(params.id, body.csv)),
]
