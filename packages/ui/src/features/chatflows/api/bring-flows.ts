import { importData } from '@chatwright/contract'
import type { ExportFile, ForExisting, ImportReport } from '@chatwright/contract'

import { call } from '../../../lib/api.ts'
import { exportOfFile, mergeExports } from '../model/export-of-files.ts'

export interface ReadFiles {
  /** Everything the files hold, as one. */
  data: ExportFile
  /** Names of files that are no JSON. */
  refused: string[]
}

export async function readFiles(files: readonly File[]): Promise<ReadFiles> {
  const read: ExportFile[] = []
  const refused: string[] = []
  for (const file of files) {
    try {
      read.push(exportOfFile({ name: file.name, text: await file.text() }))
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
      refused.push(file.name)
    }
  }
  return { data: mergeExports(read), refused }
}

/** What the server would make of it; nothing is saved. */
export function tryImport(data: ExportFile, existing: ForExisting): Promise<ImportReport> {
  return send(data, existing, 'true')
}

export function bringIn(data: ExportFile, existing: ForExisting): Promise<ImportReport> {
  return send(data, existing, 'false')
}

async function send(data: ExportFile, existing: ForExisting, dryRun: 'true' | 'false'): Promise<ImportReport> {
  const { report } = await call(importData, { query: { existing, dryRun }, body: data })
  return report
}
