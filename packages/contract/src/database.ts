import { z } from 'zod'
import { defineRoute } from './route.ts'

const tag = 'Database'

export const exportDatabase = defineRoute({
  method: 'GET',
  path: '/database/export',
  access: 'owner',
  right: 'server.admin',
  isAudited: true,
  tag,
  summary:
    'Export everything as one JSON file. Secrets stay encrypted; knowledge bases include sources and settings, but no chunks.',
  produces: 'file',
})

/** Rows are checked one by one where they are read, so that a fault can name its row. */
export const DatabaseFile = z.looseObject({
  chatmessages: z.array(z.record(z.string(), z.unknown())),
  chatflows: z.array(z.record(z.string(), z.unknown())),
  apikeys: z.array(z.record(z.string(), z.unknown())),
})
export type DatabaseFile = z.infer<typeof DatabaseFile>

export const loadDatabase = defineRoute({
  method: 'POST',
  path: '/database/load',
  access: 'owner',
  right: 'server.admin',
  tag,
  summary:
    "Replace this server's data with the lists of an export, in one transaction. Knowledge bases that the file lacks stay. Answers `OK`, then lists the API keys that stay blocked until the owner allows them, and anything that knowledge bases lack.",
  body: DatabaseFile,
  isBulk: true,
  produces: 'text',
  status: 201,
  errors: ['database-file-invalid'],
})
