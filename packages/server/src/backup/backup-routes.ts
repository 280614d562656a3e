import { exportDatabase, loadDatabase } from '@chatwright/contract'
import { Readable } from 'node:stream'
import { handle, type Handler } from '../http/handle.ts'
import type { BackupService } from './backup-service.ts'

export const backupRoutes = (database: BackupService): Handler[] => [
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
