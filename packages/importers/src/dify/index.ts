import type { EditCatalogue } from '@chatwright/core'
import type { ImportedFile } from '../report.ts'
import { mapChatApp } from './chat-app.ts'
import { DifyMap } from './map-app.ts'
import { readApp } from './read.ts'

/** Reads an app of Dify. */
export function importDify(
  document: unknown,
  { catalogue, name }: { catalogue: EditCatalogue; name: string },
): ImportedFile {
  const app = readApp(document, name)
  const isDrawn = app.mode === 'workflow' || app.mode === 'advanced-chat'
  const flow = isDrawn ? new DifyMap(app, catalogue).run() : mapChatApp(app, catalogue)
  return { format: 'dify', formatVersion: app.version, flows: [flow], notes: [...app.notes] }
}
