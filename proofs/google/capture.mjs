import { calendar } from '@googleapis/calendar'
import { docs } from '@googleapis/docs'
import { drive } from '@googleapis/drive'
import { gmail } from '@googleapis/gmail'
import { sheets } from '@googleapis/sheets'
import { capture } from '../capture.mjs'

const FILE = 'id, name, mimeType, size, modifiedTime, webViewLink, parents'

await capture('google', (rootUrl) => {
  const options = (version) => ({ version, rootUrl: `${rootUrl}/`, auth: undefined })
  const sheet = sheets(options('v4')).spreadsheets
  const mail = gmail(options('v1')).users
  const files = drive(options('v3')).files
  const documents = docs(options('v1')).documents
  const events = calendar(options('v3')).events
  const spreadsheetId = 'sheet-1'
  const me = { userId: 'me' }
  const shared = { supportsAllDrives: true }
  const of = { spreadsheet: spreadsheetId, sheet: 'Teas' }
  const typed = { valueInputOption: 'USER_ENTERED' }
  const header = { values: [['Name', 'Price']] }
  return [
    {
      service: 'google-sheets',
      operation: 'readRows',
      inputs: of,
      call: () => sheet.values.get({ spreadsheetId, range: "'Teas'" }),
    },
    {
      service: 'google-sheets',
      operation: 'findRows',
      inputs: { ...of, column: 'Name', value: 'x' },
      answers: [header],
      call: () => sheet.values.get({ spreadsheetId, range: "'Teas'" }),
    },
    {
      service: 'google-sheets',
      operation: 'appendRow',
      inputs: { ...of, row: { Name: 'Assam', Price: 4 } },
      answers: [header],
      async call() {
        await sheet.values.get({ spreadsheetId, range: "'Teas'!1:1" })
        await sheet.values.append({
          spreadsheetId,
          range: "'Teas'",
          ...typed,
          insertDataOption: 'INSERT_ROWS',
          requestBody: { values: [['Assam', 4]] },
        })
      },
    },
    {
      service: 'google-sheets',
      operation: 'updateRow',
      inputs: { ...of, column: 'Name', value: 'Assam', row: { Price: 5 } },
      answers: [
        {
          values: [
            ['Name', 'Price'],
            ['Assam', '4'],
          ],
        },
      ],
      async call() {
        await sheet.values.get({ spreadsheetId, range: "'Teas'" })
        await sheet.values.update({ spreadsheetId, range: "'Teas'!A2", ...typed, requestBody: { values: [[null, 5]] } })
      },
    },
    {
      service: 'google-sheets',
      operation: 'updateRange',
      inputs: { ...of, cells: 'B2:C2', values: [['a', 'b']] },
      call: () =>
        sheet.values.update({ spreadsheetId, range: "'Teas'!B2:C2", ...typed, requestBody: { values: [['a', 'b']] } }),
    },
    {
      service: 'google-sheets',
      operation: 'clearRange',
      inputs: { ...of, cells: 'A2:B3' },
      call: () => sheet.values.clear({ spreadsheetId, range: "'Teas'!A2:B3", requestBody: {} }),
    },
    {
      service: 'google-sheets',
      operation: 'createSpreadsheet',
      inputs: { title: 'Teas' },
      call: () => sheet.create({ requestBody: { properties: { title: 'Teas' } } }),
    },
    {
      service: 'google-sheets',
      operation: 'addSheet',
      inputs: { spreadsheet: spreadsheetId, title: 'New' },
      call: () =>
        sheet.batchUpdate({
          spreadsheetId,
          requestBody: { requests: [{ addSheet: { properties: { title: 'New' } } }] },
        }),
    },
    {
      service: 'google-sheets',
      operation: 'listSheets',
      inputs: { spreadsheet: spreadsheetId },
      call: () => sheet.get({ spreadsheetId, fields: 'sheets.properties' }),
    },
    {
      service: 'google-sheets',
      operation: 'deleteRows',
      inputs: { ...of, first: 3, amount: 2 },
      answers: [{ sheets: [{ properties: { title: 'Teas', sheetId: 7 } }] }],
      async call() {
        await sheet.get({ spreadsheetId, fields: 'sheets.properties' })
        const range = { sheetId: 7, dimension: 'ROWS', startIndex: 2, endIndex: 4 }
        await sheet.batchUpdate({ spreadsheetId, requestBody: { requests: [{ deleteDimension: { range } }] } })
      },
    },
    {
      service: 'gmail',
      operation: 'searchMessages',
      inputs: { query: 'is:unread', limit: 5 },
      answers: [{ messages: [{ id: 'm1' }] }],
      async call() {
        await mail.messages.list({ ...me, q: 'is:unread', maxResults: 5 })
        await mail.messages.get({ ...me, id: 'm1', format: 'metadata' })
      },
    },
    {
      service: 'gmail',
      operation: 'getMessage',
      inputs: { message: 'm1' },
      call: () => mail.messages.get({ ...me, id: 'm1', format: 'full' }),
    },
    {
      service: 'gmail',
      operation: 'getThread',
      inputs: { thread: 't1' },
      call: () => mail.threads.get({ ...me, id: 't1', format: 'full' }),
    },
    {
      service: 'gmail',
      operation: 'sendMessage',
      inputs: { to: 'a@b.example', subject: 'Hi', text: 'Tea' },
      call: () => mail.messages.send({ ...me, requestBody: { raw: '…' } }),
    },
    {
      service: 'gmail',
      operation: 'createDraft',
      inputs: { to: 'a@b.example', subject: 'Hi', text: 'Tea' },
      call: () => mail.drafts.create({ ...me, requestBody: { message: { raw: '…' } } }),
    },
    {
      service: 'gmail',
      operation: 'changeLabels',
      inputs: { message: 'm1', add: ['A'], remove: ['B'] },
      call: () => mail.messages.modify({ ...me, id: 'm1', requestBody: { addLabelIds: ['A'], removeLabelIds: ['B'] } }),
    },
    {
      service: 'gmail',
      operation: 'markAsRead',
      inputs: { message: 'm1' },
      call: () => mail.messages.modify({ ...me, id: 'm1', requestBody: { removeLabelIds: ['UNREAD'] } }),
    },
    {
      service: 'gmail',
      operation: 'trashMessage',
      inputs: { message: 'm1' },
      call: () => mail.messages.trash({ ...me, id: 'm1' }),
    },
    { service: 'gmail', operation: 'listLabels', inputs: {}, call: () => mail.labels.list(me) },
    {
      service: 'gmail',
      operation: 'createLabel',
      inputs: { name: 'Teas' },
      call: () => mail.labels.create({ ...me, requestBody: { name: 'Teas' } }),
    },
    {
      service: 'gmail',
      operation: 'replyToMessage',
      inputs: { message: 'm1', text: 'Yes' },
      answers: [
        {
          id: 'm1',
          threadId: 't1',
          payload: {
            headers: [
              { name: 'From', value: 'a@b.example' },
              { name: 'Subject', value: 'Tea' },
            ],
          },
        },
      ],
      async call() {
        await mail.messages.get({ ...me, id: 'm1', format: 'metadata' })
        await mail.messages.send({ ...me, requestBody: { raw: '…', threadId: 't1' } })
      },
    },
    {
      service: 'google-drive',
      operation: 'searchFiles',
      inputs: { words: 'tea', limit: 10 },
      call: () =>
        files.list({
          q: "trashed = false and (name contains 'tea' or fullText contains 'tea')",
          fields: `nextPageToken, files(${FILE})`,
          orderBy: 'modifiedTime desc',
          includeItemsFromAllDrives: true,
          pageSize: 10,
          ...shared,
        }),
    },
    {
      service: 'google-drive',
      operation: 'getFile',
      inputs: { file: 'f1' },
      call: () => files.get({ fileId: 'f1', fields: FILE, ...shared }),
    },
    {
      service: 'google-drive',
      operation: 'readFile',
      inputs: { file: 'f1' },
      answers: [{ id: 'f1', name: 'Tea', mimeType: 'application/vnd.google-apps.document' }],
      async call() {
        await files.get({ fileId: 'f1', fields: FILE, ...shared })
        await files.export({ fileId: 'f1', mimeType: 'text/plain' })
      },
    },
    {
      service: 'google-drive',
      operation: 'createFolder',
      inputs: { name: 'Teas' },
      call: () =>
        files.create({
          requestBody: { name: 'Teas', mimeType: 'application/vnd.google-apps.folder' },
          fields: FILE,
          ...shared,
        }),
    },
    {
      service: 'google-drive',
      operation: 'copyFile',
      inputs: { file: 'f1', name: 'Copy' },
      call: () => files.copy({ fileId: 'f1', requestBody: { name: 'Copy' }, fields: FILE, ...shared }),
    },
    {
      service: 'google-drive',
      operation: 'moveFile',
      inputs: { file: 'f1', target: 'd2' },
      answers: [{ parents: ['d1'] }],
      async call() {
        await files.get({ fileId: 'f1', fields: 'parents', ...shared })
        await files.update({
          fileId: 'f1',
          addParents: 'd2',
          removeParents: 'd1',
          fields: FILE,
          requestBody: {},
          ...shared,
        })
      },
    },
    {
      service: 'google-drive',
      operation: 'shareFile',
      inputs: { file: 'f1', email: 'a@b.example', role: 'writer' },
      call: () =>
        drive(options('v3')).permissions.create({
          fileId: 'f1',
          sendNotificationEmail: true,
          requestBody: { type: 'user', role: 'writer', emailAddress: 'a@b.example' },
          ...shared,
        }),
    },
    {
      service: 'google-drive',
      operation: 'trashFile',
      inputs: { file: 'f1' },
      call: () => files.update({ fileId: 'f1', requestBody: { trashed: true }, ...shared }),
    },
    {
      service: 'google-docs',
      operation: 'readDocument',
      inputs: { document: 'd1' },
      call: () => documents.get({ documentId: 'd1' }),
    },
    {
      service: 'google-docs',
      operation: 'createDocument',
      inputs: { title: 'Teas', content: 'Assam' },
      answers: [{ documentId: 'd1' }],
      async call() {
        await documents.create({ requestBody: { title: 'Teas' } })
        await documents.batchUpdate({
          documentId: 'd1',
          requestBody: { requests: [{ insertText: { text: 'Assam', endOfSegmentLocation: {} } }] },
        })
      },
    },
    {
      service: 'google-docs',
      operation: 'appendText',
      inputs: { document: 'd1', content: 'Tea' },
      call: () =>
        documents.batchUpdate({
          documentId: 'd1',
          requestBody: { requests: [{ insertText: { text: 'Tea', endOfSegmentLocation: {} } }] },
        }),
    },
    {
      service: 'google-docs',
      operation: 'replaceText',
      inputs: { document: 'd1', find: 'a', replacement: 'b' },
      call: () =>
        documents.batchUpdate({
          documentId: 'd1',
          requestBody: {
            requests: [{ replaceAllText: { containsText: { text: 'a', matchCase: true }, replaceText: 'b' } }],
          },
        }),
    },
    {
      service: 'google-calendar',
      operation: 'listEvents',
      inputs: { from: '2026-05-01', limit: 10 },
      call: () =>
        events.list({
          calendarId: 'primary',
          timeMin: '2026-05-01T00:00:00Z',
          singleEvents: true,
          orderBy: 'startTime',
          maxResults: 10,
        }),
    },
    {
      service: 'google-calendar',
      operation: 'getEvent',
      inputs: { event: 'e1' },
      call: () => events.get({ calendarId: 'primary', eventId: 'e1' }),
    },
    {
      service: 'google-calendar',
      operation: 'createEvent',
      inputs: { summary: 'Tea', from: '2026-05-01T09:00:00', to: '2026-05-01T10:00:00', attendees: ['a@b.example'] },
      call: () =>
        events.insert({
          calendarId: 'primary',
          sendUpdates: 'none',
          requestBody: {
            summary: 'Tea',
            start: { dateTime: '2026-05-01T09:00:00Z' },
            end: { dateTime: '2026-05-01T10:00:00Z' },
            attendees: [{ email: 'a@b.example' }],
          },
        }),
    },
    {
      service: 'google-calendar',
      operation: 'updateEvent',
      inputs: { event: 'e1', location: 'Here', notify: true },
      call: () =>
        events.patch({ calendarId: 'primary', eventId: 'e1', sendUpdates: 'all', requestBody: { location: 'Here' } }),
    },
    {
      service: 'google-calendar',
      operation: 'deleteEvent',
      inputs: { event: 'e1' },
      call: () => events.delete({ calendarId: 'primary', eventId: 'e1', sendUpdates: 'none' }),
    },
    {
      service: 'google-calendar',
      operation: 'freeBusy',
      inputs: { calendars: ['primary'], from: '2026-05-01', to: '2026-05-02' },
      call: () =>
        calendar(options('v3')).freebusy.query({
          requestBody: { timeMin: '2026-05-01T00:00:00Z', timeMax: '2026-05-02T00:00:00Z', items: [{ id: 'primary' }] },
        }),
    },
  ]
})
