import { exportAllData, exportData, importData, type ExportChoice } from '@chatwright/contract'
import type { FastifyReply } from 'fastify'
import { Readable } from 'node:stream'
import { handle, type Handler } from '../../door/http/handle.ts'
import type { ExportService } from './export-service.ts'
import type { ImportService } from './import-service.ts'

export const exportImportRoutes = ({
  importer,
  exporter,
}: {
  importer: ImportService
  exporter: ExportService
}): Handler[] => {
  const send = (reply: FastifyReply, choice?: ExportChoice): FastifyReply =>
    reply
      .type('application/json; charset=utf-8')
      .header('content-disposition', 'attachment; filename="ExportData.json"')
      .send(Readable.from(exporter.export(choice)))
  return [
    handle(importData, async ({ body, query }) => ({
      message: 'success',
      report: await importer.import(body, {
        existing: query.existing ?? 'skip',
        isTrial: query.dryRun === 'true',
      }),
    })),
    handle(exportData, ({ body, reply }) => send(reply, body)),
    handle(exportAllData, ({ reply }) => send(reply)),
  ]
}
