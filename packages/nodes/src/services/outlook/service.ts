import { defineService } from '../define-service.ts'
import { GRAPH, graphPages, MICROSOFT_CREDENTIALS } from '../microsoft/microsoft.ts'
import { given, keep, listAt, textAt } from '../read-body.ts'
import { flag, limit, pick, text } from '../service-inputs.ts'
import { get, patch, path, post, remove } from '../service-request.ts'
import { operation } from '../service.ts'

const message = text('Message ID')
const event = text('Event ID')
const TIME = 'Such as 2026-05-01T09:00:00, in UTC.'
const FIELDS = 'id,subject,from,toRecipients,receivedDateTime,bodyPreview,isRead,hasAttachments,webLink'
const KEPT = [
  'id',
  'subject',
  'from:from.emailAddress.address',
  'received:receivedDateTime',
  'preview:bodyPreview',
  'isRead',
  'hasAttachments',
  'text:body.content',
  'link:webLink',
]
const EVENT = [
  'id',
  'subject',
  'start:start.dateTime',
  'end:end.dateTime',
  'place:location.displayName',
  'link:webLink',
]
const mail = {
  to: text('To', { description: 'Addresses, separated by commas.' }),
  subject: text('Subject'),
  text: text('Text', { rows: 6 }),
  isHtml: flag('Text is HTML', { default: false }),
  cc: text('Cc', { optional: true }),
}

export default defineService({
  name: 'microsoftOutlook',
  label: 'Microsoft Outlook',
  description: 'Reads and sends mail and events in Outlook.',
  icon: 'outlook.svg',
  color: '#0f6cbd',
  keywords: ['microsoft', 'office', 'mail', 'email', 'calendar', 'events'],
  documentation: 'https://learn.microsoft.com/graph/api/resources/mail-api-overview',
  credential: MICROSOFT_CREDENTIALS,
  base: GRAPH,
  operations: [
    operation({
      name: 'searchMessages',
      label: 'Search messages',
      description: 'Finds messages, newest first.',
      effect: 'reads',
      inputs: {
        folder: pick('folders', 'Folder', { description: "A folder's ID.", default: 'inbox' }),
        query: text('Search', { description: 'Leave empty for all messages.', optional: true }),
        limit: limit(500),
      },
      paging: graphPages,
      request: ({ folder, query }) =>
        get(path`/me/mailFolders/${folder}/messages`, {
          $select: FIELDS,
          ...(query ? { $search: `"${query.replaceAll('"', '')}"` } : { $orderby: 'receivedDateTime desc' }),
        }),
      result: (body) => keep(body, KEPT),
    }),
    operation({
      name: 'getMessage',
      label: 'Get a message',
      description: 'Reads a message with its text.',
      effect: 'reads',
      inputs: { message },
      request: ({ message: id }) =>
        get(path`/me/messages/${id}`, undefined, { headers: { prefer: 'outlook.body-content-type="text"' } }),
      result: (body) => keep(body, KEPT),
    }),
    operation({
      name: 'sendMessage',
      label: 'Send a message',
      description: 'Sends a message.',
      effect: 'writes',
      inputs: mail,
      request: (inputs) => post('/me/sendMail', { message: messageOf(inputs) }),
      result: () => ({ isSent: true }),
    }),
    operation({
      name: 'createDraft',
      label: 'Create a draft',
      description: 'Stores a message as a draft.',
      effect: 'writes',
      inputs: mail,
      request: (inputs) => post('/me/messages', messageOf(inputs)),
      result: (body) => keep(body, ['id', 'link:webLink']),
    }),
    operation({
      name: 'replyToMessage',
      label: 'Reply to a message',
      description: 'Answers a message.',
      effect: 'writes',
      inputs: { message, text: mail.text },
      request: ({ message: id, text: comment }) => post(path`/me/messages/${id}/reply`, { comment }),
      result: () => ({ isSent: true }),
    }),
    operation({
      name: 'moveMessage',
      label: 'Move a message',
      description: 'Moves a message to another folder.',
      effect: 'writes',
      inputs: { message, target: pick('folders', 'Target folder') },
      request: ({ message: id, target }) => post(path`/me/messages/${id}/move`, { destinationId: target }),
      result: (body) => keep(body, ['id']),
    }),
    operation({
      name: 'markAsRead',
      label: 'Mark as read',
      description: 'Marks a message as read.',
      effect: 'writes',
      inputs: { message },
      request: ({ message: id }) => patch(path`/me/messages/${id}`, { isRead: true }),
      result: (body) => keep(body, ['id', 'isRead']),
    }),
    operation({
      name: 'listEvents',
      label: 'List events',
      description: 'Lists the events of the calendar between two times.',
      effect: 'reads',
      inputs: {
        from: text('From', { description: TIME }),
        to: text('To', { description: TIME }),
        limit: limit(500),
      },
      paging: graphPages,
      request: ({ from, to }) =>
        get('/me/calendarView', { startDateTime: from, endDateTime: to, $orderby: 'start/dateTime' }),
      result: (body) => keep(body, EVENT),
    }),
    operation({
      name: 'createEvent',
      label: 'Create an event',
      description: 'Creates an event.',
      effect: 'writes',
      inputs: {
        subject: mail.subject,
        from: text('From', { description: TIME }),
        to: text('To', { description: TIME }),
        content: text('Description', { rows: 3, optional: true }),
        place: text('Place', { optional: true }),
        guests: text('Guests', { description: 'Addresses, separated by commas.', optional: true }),
      },
      request: ({ subject, from, to, content, place, guests }) =>
        post(
          '/me/events',
          given({
            subject,
            start: { dateTime: from, timeZone: 'UTC' },
            end: { dateTime: to, timeZone: 'UTC' },
            body: content && { contentType: 'text', content },
            location: place && { displayName: place },
            attendees: guests && addresses(guests).map((each) => ({ ...each, type: 'required' })),
          }),
        ),
      result: (body) => keep(body, EVENT),
    }),
    operation({
      name: 'deleteEvent',
      label: 'Delete an event',
      description: 'Deletes an event.',
      effect: 'writes',
      inputs: { event },
      request: ({ event: id }) => remove(path`/me/events/${id}`),
      result: () => ({ isDeleted: true }),
    }),
  ],
  lists: {
    async folders(calls) {
      const folders = await calls.sendAll(get('/me/mailFolders'), graphPages, 200)
      return folders.map((each) => ({ label: textAt(each, 'displayName'), name: textAt(each, 'id') }))
    },
  },
  events: [
    {
      name: 'newMessage',
      label: 'New message',
      description: 'A message arrives.',
      inputs: { folder: pick('folders', 'Folder', { default: 'inbox' }) },
      async poll({ folder }, calls, cursor) {
        if (cursor === undefined) return { events: [], cursor: new Date(calls.context.now()).toISOString() }
        const request = get(path`/me/mailFolders/${String(folder)}/messages`, {
          $filter: `receivedDateTime gt ${cursor}`,
          $orderby: 'receivedDateTime asc',
          $select: FIELDS,
          $top: 100,
        })
        const messages = listAt(await calls.send(request), 'value')
        const events = messages.map((each) => ({
          id: textAt(each, 'id'),
          data: keep(each, KEPT) as Record<string, unknown>,
        }))
        return { events, cursor: textAt(messages.at(-1), 'receivedDateTime') || cursor }
      },
    },
  ],
  toolAliases: [{ name: 'microsoftOutlook' }],
})

interface Mail {
  to: string
  subject: string
  text: string
  isHtml: boolean
  cc?: string | undefined
}

function messageOf({ to, subject, text: content, isHtml, cc }: Mail): object {
  return given({
    subject,
    body: { contentType: isHtml ? 'HTML' : 'Text', content },
    toRecipients: addresses(to),
    ccRecipients: cc && addresses(cc),
  })
}

function addresses(list: string): { emailAddress: { address: string } }[] {
  const each = list.split(/[,;]/).map((address) => address.trim())
  return each.filter((address) => address !== '').map((address) => ({ emailAddress: { address } }))
}
