import { exportDatabase, loadDatabase } from '@chatwright/contract'
import { Readable } from 'node:stream'
import { handle, type Handler } from '../../door/http/handle.ts'
import type { BackupService } from './backup-service.ts'
import { describeKeys } from './brought-keys.ts'

export const backupRoutes = (database: BackupService, forgetKeys: () => void): Handler[] => [
  handle(exportDatabase, ({ reply }) =>
    reply
      .type('application/json; charset=utf-8')
      .header('content-disposition', 'attachment; filename="DB.json"')
      .send(Readable.from(database.export())),
  ),
  handle(loadDatabase, async ({ body }) => {
    const { keys, notes } = await database.load(body)
    forgetKeys()
    return ['OK', ...(keys.length > 0 ? [KEYS_WAIT, describeKeys(keys)] : []), ...notes].join('\n')
  }),
]

const KEYS_WAIT = 'Imported API keys stay closed until you activate them (PUT /api/v1/apikey/:id, {"isClosed": false}):'
