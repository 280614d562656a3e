import { exportDatabase, loadDatabase } from '@chatwright/contract'
import { Readable } from 'node:stream'
import { handle, type Handler } from '../http/handle.ts'
import type { DatabaseService } from './database-service.ts'

export const databaseRoutes = (database: DatabaseService): Handler[] => [
  handle(exportDatabase, ({ reply }) =>
    reply
      .type('application/json; charset=utf-8')
      .header('content-disposition', 'attachment; filename="DB.json"')
      .send(Readable.from(database.export())),
  ),
  handle(loadDatabase, async ({ body }) => {
    await database.load(body)
    return 'OK'
  }),
]
