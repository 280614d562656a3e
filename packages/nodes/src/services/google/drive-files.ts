import type { InputOption } from '@chatwright/core'
import { tokenPages } from '../paging.ts'
import { textAt } from '../read-body.ts'
import { get, type ServiceRequest } from '../service-request.ts'
import type { ServiceCalls } from '../service.ts'

const DRIVE = 'https://www.googleapis.com/drive/v3'
export const SPREADSHEET = 'application/vnd.google-apps.spreadsheet'
export const DOCUMENT = 'application/vnd.google-apps.document'
export const FOLDER = 'application/vnd.google-apps.folder'

export const filePages = tokenPages('files', {
  from: 'nextPageToken',
  to: 'pageToken',
  size: { name: 'pageSize', most: 1000 },
})

export const FILE_FIELDS = 'id, name, mimeType, size, modifiedTime, webViewLink, parents'

/** A search for files, shared drives among them. */
export function searchFiles(query: string, fields = FILE_FIELDS): ServiceRequest {
  return get('/files', {
    q: query,
    fields: `nextPageToken, files(${fields})`,
    orderBy: 'modifiedTime desc',
    supportsAllDrives: true,
    includeItemsFromAllDrives: true,
  })
}

/** A text of a search, between single quotes. */
export function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`
}

/** The newest files of one kind, for a list to choose from. */
export async function listDriveFiles(calls: ServiceCalls, mimeType: string): Promise<InputOption[]> {
  const request = searchFiles(`mimeType = ${quoted(mimeType)} and trashed = false`, 'id, name')
  const files = await calls.sendAll({ ...request, base: DRIVE }, filePages, 500)
  return files.map((file) => ({ label: textAt(file, 'name'), name: textAt(file, 'id') }))
}
