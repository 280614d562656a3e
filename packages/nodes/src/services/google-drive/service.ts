import { defineService } from '../define-service.ts'
import { filePages, FOLDER, listDriveFiles, quoted, searchFiles } from '../google/drive-files.ts'
import { GOOGLE_CREDENTIALS } from '../google/google.ts'
import { keep, textAt } from '../read-body.ts'
import { limit, pick } from '../service-inputs.ts'
import { operations, readFile } from './operations.ts'

export default defineService({
  name: 'googleDrive',
  label: 'Google Drive',
  description: 'Finds, reads, creates and shares files in Google Drive.',
  icon: 'google-drive.svg',
  color: '#1a73e8',
  keywords: ['google', 'files', 'folder', 'storage'],
  documentation: 'https://developers.google.com/workspace/drive/api',
  verifiedWith: '@googleapis/drive 19.2.1',
  credential: GOOGLE_CREDENTIALS,
  base: 'https://www.googleapis.com/drive/v3',
  operations,
  lists: { folders: (calls) => listDriveFiles(calls, FOLDER) },
  loaders: [
    {
      name: 'googleDrive',
      label: 'Google Drive',
      description: 'Loads the files of a Google Drive folder.',
      inputs: { folderId: pick('folders', 'Folder', { description: "The folder's ID." }), maxFiles: limit(1000) },
      async load({ folderId, maxFiles }, calls) {
        const inFolder = `${quoted(String(folderId))} in parents and trashed = false and mimeType != ${quoted(FOLDER)}`
        const files = await calls.sendAll(searchFiles(inFolder), filePages, Number(maxFiles))
        const documents = []
        for (const file of files) {
          const { text: pageContent, ...facts } = await readFile(calls, textAt(file, 'id'))
          documents.push({ pageContent, metadata: { source: textAt(file, 'webViewLink'), ...facts } })
        }
        return documents
      },
    },
  ],
  events: [
    {
      name: 'changedFile',
      label: 'New or changed file',
      description: 'A file in a folder is added or changed.',
      inputs: { folder: pick('folders', 'Folder') },
      async poll({ folder }, calls, cursor) {
        const now = new Date(calls.context.now()).toISOString()
        if (cursor === undefined) return { events: [], cursor: now }
        const query = `${quoted(String(folder))} in parents and trashed = false and modifiedTime > ${quoted(cursor)}`
        const files = await calls.sendAll(searchFiles(query), filePages, 200)
        const events = files.toReversed().map((file) => ({
          id: `${textAt(file, 'id')}@${textAt(file, 'modifiedTime')}`,
          data: keep(file, ['id', 'name', 'mimeType', 'modifiedTime', 'webViewLink']) as Record<string, unknown>,
        }))
        return { events, cursor: events.length > 0 ? textAt(files[0], 'modifiedTime') : cursor }
      },
    },
  ],
})
