import { DOCUMENT, FILE_FIELDS, filePages, FOLDER, quoted, searchFiles, SPREADSHEET } from '../google/drive-files.ts'
import { given, keep, textAt } from '../read-body.ts'
import { readableText } from '../readable-text.ts'
import { choice, flag, limit, pick, text } from '../service-inputs.ts'
import { get, patch, path, post } from '../service-request.ts'
import { operation, type ServiceCalls } from '../service.ts'

const file = text('File ID')
const folder = pick('folders', 'Folder', { description: "A folder's ID. Leave empty for My Drive.", optional: true })
const shared = { supportsAllDrives: true }
const KEPT = ['id', 'name', 'mimeType', 'webViewLink', 'modifiedTime']

export const operations = [
  operation({
    name: 'searchFiles',
    label: 'Search files',
    description: 'Finds files and folders by name or content, newest first.',
    effect: 'reads',
    inputs: {
      words: text('Words', { description: 'In the name or the text. Leave empty for all.', optional: true }),
      folder,
      limit: limit(1000),
    },
    paging: filePages,
    request: ({ words, folder: parent }) =>
      searchFiles(
        [
          'trashed = false',
          words && `(name contains ${quoted(words)} or fullText contains ${quoted(words)})`,
          parent && `${quoted(parent)} in parents`,
        ]
          .filter((part) => part)
          .join(' and '),
      ),
  }),
  operation({
    name: 'getFile',
    label: 'Get a file',
    description: "Reads a file's name, type and place.",
    effect: 'reads',
    inputs: { file },
    request: ({ file: id }) => get(path`/files/${id}`, { fields: FILE_FIELDS, ...shared }),
  }),
  operation({
    name: 'readFile',
    label: "Read a file's text",
    description: 'Reads the text of a document, PDF, spreadsheet or other file.',
    effect: 'reads',
    inputs: { file },
    run: ({ file: id }, calls) => readFile(calls, id),
  }),
  operation({
    name: 'createFile',
    label: 'Create a file',
    description: 'Creates a file with a text.',
    effect: 'writes',
    inputs: {
      name: text('Name', { placeholder: 'notes.txt' }),
      content: text('Content', { rows: 6 }),
      mimeType: text('Type', { default: 'text/plain' }),
      folder,
    },
    request: ({ name, content, mimeType, folder: parent }) =>
      upload(given({ name, mimeType, parents: parent === undefined ? undefined : [parent] }), { content, mimeType }),
    result: (body) => keep(body, KEPT),
  }),
  operation({
    name: 'createFolder',
    label: 'Create a folder',
    description: 'Creates a folder.',
    effect: 'writes',
    inputs: { name: text('Name'), folder },
    request: ({ name, folder: parent }) =>
      post('/files', given({ name, mimeType: FOLDER, parents: parent === undefined ? undefined : [parent] }), {
        query: { fields: FILE_FIELDS, ...shared },
      }),
    result: (body) => keep(body, KEPT),
  }),
  operation({
    name: 'copyFile',
    label: 'Copy a file',
    description: 'Copies a file.',
    effect: 'writes',
    inputs: { file, name: text('Name', { optional: true }), folder },
    request: ({ file: id, name, folder: parent }) =>
      post(path`/files/${id}/copy`, given({ name, parents: parent === undefined ? undefined : [parent] }), {
        query: { fields: FILE_FIELDS, ...shared },
      }),
    result: (body) => keep(body, KEPT),
  }),
  operation({
    name: 'moveFile',
    label: 'Move a file',
    description: 'Moves a file to another folder.',
    effect: 'writes',
    inputs: { file, target: pick('folders', 'Target folder') },
    async run({ file: id, target }, calls) {
      const before = await calls.send(get(path`/files/${id}`, { fields: 'parents', ...shared }))
      const parents = (before as { parents?: string[] }).parents ?? []
      const query = { addParents: target, removeParents: parents.join(','), fields: FILE_FIELDS, ...shared }
      return keep(await calls.send(patch(path`/files/${id}`, {}, { query })), KEPT)
    },
  }),
  operation({
    name: 'shareFile',
    label: 'Share a file',
    description: 'Lets a person open a file.',
    effect: 'writes',
    inputs: {
      file,
      email: text('Email address'),
      role: choice('Role', { reader: 'Can read', commenter: 'Can comment', writer: 'Can edit' }, { default: 'reader' }),
      notify: flag('Send a mail', { default: true }),
    },
    request: ({ file: id, email, role, notify }) =>
      post(
        path`/files/${id}/permissions`,
        { type: 'user', role, emailAddress: email },
        { query: { sendNotificationEmail: notify, ...shared } },
      ),
    result: (body) => keep(body, ['id', 'role']),
  }),
  operation({
    name: 'trashFile',
    label: 'Move to trash',
    description: 'Moves a file to the trash.',
    effect: 'writes',
    inputs: { file },
    request: ({ file: id }) => patch(path`/files/${id}`, { trashed: true }, { query: shared }),
    result: (body) => keep(body, ['id', 'name']),
  }),
]

const EXPORTS: Readonly<Record<string, string>> = {
  [DOCUMENT]: 'text/plain',
  [SPREADSHEET]: 'text/csv',
  'application/vnd.google-apps.presentation': 'text/plain',
}

/** The text of a file, as it would be loaded; what Google alone can open is exported. */
export async function readFile(calls: ServiceCalls, id: string) {
  const facts = await calls.send(get(path`/files/${id}`, { fields: FILE_FIELDS, ...shared }))
  const [name, mimeType] = [textAt(facts, 'name'), textAt(facts, 'mimeType')]
  const exported = EXPORTS[mimeType]
  const content =
    exported === undefined
      ? await calls.send(get(path`/files/${id}`, { alt: 'media', ...shared }, { answer: 'bytes' }))
      : await calls.send(get(path`/files/${id}/export`, { mimeType: exported }, { answer: 'text' }))
  return { id, name, mimeType, text: await readableText({ name, mimeType, content }, calls) }
}

/** Facts and content in one request, as the vendor's own client sends them. */
function upload(facts: object, { content, mimeType }: { content: string; mimeType: string }) {
  const mark = 'chatwright-part-of-a-file'
  const parts = [
    `--${mark}\r\nContent-Type: application/json\r\n\r\n${JSON.stringify(facts)}`,
    `--${mark}\r\nContent-Type: ${mimeType.replaceAll(/[\r\n]/g, '')}\r\n\r\n${content.replaceAll(mark, '')}`,
  ]
  return post('/files', `${parts.join('\r\n')}\r\n--${mark}--`, {
    base: 'https://www.googleapis.com/upload/drive/v3',
    query: { uploadType: 'multipart', fields: FILE_FIELDS, ...shared },
    headers: { 'content-type': `multipart/related; boundary=${mark}` },
  })
}
