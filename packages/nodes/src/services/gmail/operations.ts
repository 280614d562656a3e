import { writeMail, type MailMessage } from '../mail-message.ts'
import { tokenPages } from '../paging.ts'
import { given, keep, listAt, textAt } from '../read-body.ts'
import { flag, limit, list, pick, text } from '../service-inputs.ts'
import { get, path, post } from '../service-request.ts'
import { operation, type ServiceCalls } from '../service.ts'
import { readMessage } from './read-message.ts'

const message = text('Message ID')
const mail = {
  to: text('To', { description: 'Addresses, separated by commas.', placeholder: 'ada@example.com' }),
  subject: text('Subject'),
  text: text('Text', { rows: 6 }),
  isHtml: flag('Text is HTML', { default: false }),
  cc: text('Cc', { optional: true }),
  bcc: text('Bcc', { optional: true }),
}
const LABELS = { description: 'Label IDs, such as ["Label_1"].' }

export const messagePages = tokenPages('messages', {
  from: 'nextPageToken',
  to: 'pageToken',
  size: { name: 'maxResults', most: 500 },
})

export const operations = [
  operation({
    name: 'searchMessages',
    label: 'Search messages',
    description: "Finds messages with Gmail's search words, newest first.",
    effect: 'reads',
    inputs: {
      query: text('Search', {
        description: 'Such as "from:ada is:unread". Leave empty for all mail.',
        placeholder: 'is:unread newer_than:2d',
        optional: true,
      }),
      label: pick('labels', 'Label', { description: "A label's ID.", optional: true }),
      limit: limit(200),
    },
    async run({ query, label, limit: most }, calls) {
      const request = get('/messages', { q: query, ...(label && { labelIds: label }) })
      const found = await calls.sendAll(request, messagePages, most)
      return inTurns(found, (each) => openMessage(calls, textAt(each, 'id'), 'metadata'))
    },
  }),
  operation({
    name: 'getMessage',
    label: 'Get a message',
    description: 'Reads a message with its text.',
    effect: 'reads',
    inputs: { message },
    run: ({ message: id }, calls) => openMessage(calls, id, 'full'),
  }),
  operation({
    name: 'getThread',
    label: 'Get a conversation',
    description: 'Reads all messages of a conversation.',
    effect: 'reads',
    inputs: { thread: text('Thread ID') },
    request: ({ thread }) => get(path`/threads/${thread}`, { format: 'full' }),
    result: (body) => listAt(body, 'messages').map(readMessage),
  }),
  operation({
    name: 'sendMessage',
    label: 'Send a message',
    description: 'Sends a message.',
    effect: 'writes',
    inputs: mail,
    request: (inputs) => post('/messages/send', { raw: raw(inputs) }),
    result: (body) => keep(body, ['id', 'threadId']),
  }),
  operation({
    name: 'replyToMessage',
    label: 'Reply to a message',
    description: 'Answers a message in its conversation.',
    effect: 'writes',
    inputs: { message, text: mail.text, isHtml: mail.isHtml },
    async run({ message: id, text: words, isHtml }, calls) {
      const original = await openMessage(calls, id, 'metadata')
      const subject = String(original['subject'])
      const answer = raw({
        to: String(original['from']),
        subject: /^re:/i.test(subject) ? subject : `Re: ${subject}`,
        text: words,
        isHtml,
        inReplyTo: original['messageId'] as string | undefined,
      })
      const body = await calls.send(post('/messages/send', { raw: answer, threadId: original['threadId'] }))
      return keep(body, ['id', 'threadId'])
    },
  }),
  operation({
    name: 'createDraft',
    label: 'Create a draft',
    description: 'Stores a message as a draft.',
    effect: 'writes',
    inputs: mail,
    request: (inputs) => post('/drafts', { message: { raw: raw(inputs) } }),
    result: (body) => keep(body, ['id', 'message:message.id']),
  }),
  operation({
    name: 'changeLabels',
    label: 'Add or remove labels',
    description: 'Adds labels to a message and removes others.',
    effect: 'writes',
    inputs: {
      message,
      add: list('Add labels', { ...LABELS, optional: true }),
      remove: list('Remove labels', { ...LABELS, optional: true }),
    },
    request: ({ message: id, add, remove }) =>
      post(path`/messages/${id}/modify`, given({ addLabelIds: add, removeLabelIds: remove })),
    result: (body) => keep(body, ['id', 'labels:labelIds']),
  }),
  operation({
    name: 'markAsRead',
    label: 'Mark as read',
    description: 'Marks a message as read.',
    effect: 'writes',
    inputs: { message },
    request: ({ message: id }) => post(path`/messages/${id}/modify`, { removeLabelIds: ['UNREAD'] }),
    result: (body) => keep(body, ['id', 'labels:labelIds']),
  }),
  operation({
    name: 'trashMessage',
    label: 'Move to trash',
    description: 'Moves a message to the trash.',
    effect: 'writes',
    inputs: { message },
    request: ({ message: id }) => post(path`/messages/${id}/trash`),
    result: (body) => keep(body, ['id']),
  }),
  operation({
    name: 'listLabels',
    label: 'List labels',
    description: 'Lists the labels of the mailbox.',
    effect: 'reads',
    inputs: {},
    request: () => get('/labels'),
    result: (body) => keep(listAt(body, 'labels'), ['id', 'name', 'type']),
  }),
  operation({
    name: 'createLabel',
    label: 'Create a label',
    description: 'Creates a label.',
    effect: 'writes',
    inputs: { name: text('Name') },
    request: ({ name }) => post('/labels', { name }),
    result: (body) => keep(body, ['id', 'name']),
  }),
]

export async function openMessage(
  calls: ServiceCalls,
  id: string,
  format: 'full' | 'metadata',
): Promise<Record<string, unknown>> {
  return readMessage(await calls.send(get(path`/messages/${id}`, { format })))
}

/** A few at a time, as Gmail counts requests by the second. */
export async function inTurns<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (let begin = 0; begin < items.length; begin += 10) {
    results.push(...(await Promise.all(items.slice(begin, begin + 10).map(work))))
  }
  return results
}

function raw(mail: MailMessage): string {
  return Buffer.from(writeMail(mail), 'utf8').toString('base64url')
}
