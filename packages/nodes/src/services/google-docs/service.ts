import { defineService } from '../define-service.ts'
import { DOCUMENT, listDriveFiles } from '../google/drive-files.ts'
import { GOOGLE_CREDENTIALS } from '../google/google.ts'
import { at, keep, listAt, textAt } from '../read-body.ts'
import { flag, pick, text } from '../service-inputs.ts'
import { get, path, post } from '../service-request.ts'
import { operation } from '../service.ts'

const document = pick('documents', 'Document', { description: "The document's ID." })
const change = (id: string, ...requests: object[]) => post(`${path`/v1/documents/${id}`}:batchUpdate`, { requests })

export default defineService({
  name: 'googleDocs',
  label: 'Google Docs',
  description: 'Reads, writes and creates documents in Google Docs.',
  icon: 'google-docs.svg',
  color: '#1967d2',
  keywords: ['google', 'document', 'text'],
  documentation: 'https://developers.google.com/workspace/docs/api',
  verifiedWith: '@googleapis/docs 9.3.0',
  credential: GOOGLE_CREDENTIALS,
  base: 'https://docs.googleapis.com',
  operations: [
    operation({
      name: 'readDocument',
      label: 'Read a document',
      description: 'Reads the text of a document.',
      effect: 'reads',
      inputs: { document },
      request: ({ document: id }) => get(path`/v1/documents/${id}`),
      result: (body) => ({ ...(keep(body, ['id:documentId', 'title']) as object), text: documentText(body) }),
    }),
    operation({
      name: 'createDocument',
      label: 'Create a document',
      description: 'Creates a document with a text.',
      effect: 'writes',
      inputs: { title: text('Title'), content: text('Text', { rows: 6, optional: true }) },
      async run({ title, content }, calls) {
        const made = await calls.send(post('/v1/documents', { title }))
        const id = textAt(made, 'documentId')
        if (content) await calls.send(change(id, { insertText: { text: content, endOfSegmentLocation: {} } }))
        return { id, title, address: `https://docs.google.com/document/d/${id}` }
      },
    }),
    operation({
      name: 'appendText',
      label: 'Append text',
      description: 'Adds a text at the end of a document.',
      effect: 'writes',
      inputs: { document, content: text('Text', { rows: 6 }) },
      request: ({ document: id, content }) => change(id, { insertText: { text: content, endOfSegmentLocation: {} } }),
      result: (body) => keep(body, ['id:documentId']),
    }),
    operation({
      name: 'replaceText',
      label: 'Replace text',
      description: 'Replaces a text everywhere in a document, such as {{name}} in a template.',
      effect: 'writes',
      inputs: {
        document,
        find: text('Find'),
        replacement: text('Replace with', { rows: 3 }),
        matchCase: flag('Match case', { default: true }),
      },
      request: ({ document: id, find, replacement, matchCase }) =>
        change(id, { replaceAllText: { containsText: { text: find, matchCase }, replaceText: replacement } }),
      result: (body) => ({ replaced: at(body, 'replies.0.replaceAllText.occurrencesChanged') ?? 0 }),
    }),
  ],
  lists: { documents: (calls) => listDriveFiles(calls, DOCUMENT) },
})

function documentText(body: unknown): string {
  return contentText(listAt(body, 'body.content')).trim()
}

function contentText(content: readonly unknown[]): string {
  return content
    .map((element) => {
      const paragraph = listAt(element, 'paragraph.elements').map((each) => textAt(each, 'textRun.content'))
      const rows = listAt(element, 'table.tableRows').map((row) =>
        listAt(row, 'tableCells')
          .map((cell) => contentText(listAt(cell, 'content')).trim())
          .join(' | '),
      )
      return [...paragraph, ...rows.map((row) => `${row}\n`)].join('')
    })
    .join('')
}
