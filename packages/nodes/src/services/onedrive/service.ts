import { pathSegment } from '../../http/path-segment.ts'
import { defineService } from '../define-service.ts'
import { GRAPH, graphPages, MICROSOFT_CREDENTIALS } from '../microsoft/microsoft.ts'
import { keep, textAt } from '../read-body.ts'
import { readableText } from '../readable-text.ts'
import { choice, limit, pick, text } from '../service-inputs.ts'
import { deepPath, get, patch, path, post, put, remove } from '../service-request.ts'
import { operation, type ServiceCalls } from '../service.ts'

const drive = pick('drives', 'Drive', { description: "A drive's ID, such as a SharePoint library's.", default: 'me' })
const item = text('Item ID')
const KEPT = ['id', 'name', 'size', 'changed:lastModifiedDateTime', 'link:webUrl', 'type:file.mimeType', 'folder']

/** The account's own drive has an address of its own. */
const inDrive = (id: string): string => (id === 'me' ? '/me/drive' : path`/drives/${id}`)

export default defineService({
  name: 'oneDrive',
  label: 'OneDrive and SharePoint',
  description: 'Finds, reads, creates and shares files in OneDrive and SharePoint.',
  icon: 'onedrive.svg',
  color: '#0078d4',
  keywords: ['microsoft', 'office', 'files', 'sharepoint', 'storage'],
  documentation: 'https://learn.microsoft.com/graph/api/resources/onedrive',
  credential: MICROSOFT_CREDENTIALS,
  base: GRAPH,
  operations: [
    operation({
      name: 'listFiles',
      label: 'List files',
      description: 'Lists the files and folders of a folder.',
      effect: 'reads',
      inputs: {
        drive,
        folder: text('Folder', { description: 'Such as Reports/2026. Leave empty for the root.', optional: true }),
        limit: limit(1000),
      },
      paging: graphPages,
      request: ({ drive: of, folder }) =>
        get(folder ? `${inDrive(of)}/root:/${deepPath('folder', folder)}:/children` : `${inDrive(of)}/root/children`),
      result: (body) => keep(body, KEPT),
    }),
    operation({
      name: 'searchFiles',
      label: 'Search files',
      description: 'Finds files by name or content.',
      effect: 'reads',
      inputs: { drive, query: text('Words'), limit: limit(500) },
      paging: graphPages,
      request: ({ drive: of, query }) =>
        get(`${inDrive(of)}/root/search(q='${pathSegment('query', query.replaceAll("'", "''"))}')`),
      result: (body) => keep(body, KEPT),
    }),
    operation({
      name: 'readFile',
      label: "Read a file's text",
      description: 'Reads the text of a Word, Excel, PDF or other file.',
      effect: 'reads',
      inputs: { drive, item },
      run: ({ drive: of, item: id }, calls) => readItem(calls, of, id),
    }),
    operation({
      name: 'createFile',
      label: 'Create a file',
      description: 'Creates a text file, or replaces its content.',
      effect: 'writes',
      inputs: {
        drive,
        place: text('Place', { description: 'Folder and name, such as Reports/may.txt.' }),
        content: text('Content', { rows: 6 }),
      },
      request: ({ drive: of, place, content }) =>
        put(`${inDrive(of)}/root:/${deepPath('place', place)}:/content`, content, {
          headers: { 'content-type': 'text/plain' },
        }),
      result: (body) => keep(body, KEPT),
    }),
    operation({
      name: 'createFolder',
      label: 'Create a folder',
      description: 'Creates a folder in the root of a drive.',
      effect: 'writes',
      inputs: { drive, name: text('Name') },
      request: ({ drive: of, name }) =>
        post(`${inDrive(of)}/root/children`, { name, folder: {}, '@microsoft.graph.conflictBehavior': 'fail' }),
      result: (body) => keep(body, KEPT),
    }),
    operation({
      name: 'renameItem',
      label: 'Rename a file',
      description: 'Renames a file or a folder.',
      effect: 'writes',
      inputs: { drive, item, name: text('Name') },
      request: ({ drive: of, item: id, name }) => patch(`${inDrive(of)}${path`/items/${id}`}`, { name }),
      result: (body) => keep(body, KEPT),
    }),
    operation({
      name: 'shareItem',
      label: 'Share a file',
      description: 'Creates a link to a file.',
      effect: 'writes',
      inputs: {
        drive,
        item,
        kind: choice('Link for', { view: 'Reading', edit: 'Editing' }, { default: 'view' }),
        scope: choice('People', { organization: 'The organization', anonymous: 'Anyone' }, { default: 'organization' }),
      },
      request: ({ drive: of, item: id, kind, scope }) =>
        post(`${inDrive(of)}${path`/items/${id}/createLink`}`, { type: kind, scope }),
      result: (body) => keep(body, ['link:link.webUrl']),
    }),
    operation({
      name: 'deleteItem',
      label: 'Delete a file',
      description: 'Moves a file or a folder to the recycle bin.',
      effect: 'writes',
      inputs: { drive, item },
      request: ({ drive: of, item: id }) => remove(`${inDrive(of)}${path`/items/${id}`}`),
      result: () => ({ isDeleted: true }),
    }),
  ],
  lists: {
    async drives(calls) {
      const drives = await calls.sendAll(get('/me/drives'), graphPages, 200)
      return [
        { label: 'My drive', name: 'me' },
        ...drives.map((each) => ({ label: textAt(each, 'name'), name: textAt(each, 'id') })),
      ]
    },
  },
})

async function readItem(calls: ServiceCalls, of: string, id: string) {
  const facts = await calls.send(get(`${inDrive(of)}${path`/items/${id}`}`))
  const content = await calls.send(get(`${inDrive(of)}${path`/items/${id}/content`}`, undefined, { answer: 'bytes' }))
  const [name, mimeType] = [textAt(facts, 'name'), textAt(facts, 'file.mimeType')]
  return { id, name, mimeType, text: await readableText({ name, mimeType, content }, calls) }
}
