import { defineService } from '../define-service.ts'
import { GOOGLE_CREDENTIALS } from '../google/google.ts'
import { listAt, textAt } from '../read-body.ts'
import { get } from '../service-request.ts'
import { inTurns, messagePages, openMessage, operations } from './operations.ts'
import { pick, text } from '../service-inputs.ts'

export default defineService({
  name: 'gmail',
  label: 'Gmail',
  description: 'Reads, sends and labels mail in Gmail.',
  icon: 'gmail.svg',
  color: '#d93025',
  keywords: ['google', 'mail', 'email', 'inbox'],
  documentation: 'https://developers.google.com/workspace/gmail/api',
  verifiedWith: '@googleapis/gmail 16.1.2',
  credential: GOOGLE_CREDENTIALS,
  base: 'https://gmail.googleapis.com/gmail/v1/users/me',
  operations,
  lists: {
    async labels(calls) {
      const labels = listAt(await calls.send(get('/labels')), 'labels')
      return labels.map((label) => ({ label: textAt(label, 'name'), name: textAt(label, 'id') }))
    },
  },
  events: [
    {
      name: 'newMessage',
      label: 'New message',
      description: 'A message arrives.',
      inputs: {
        label: pick('labels', 'Label', { default: 'INBOX' }),
        query: text('Search', { description: 'Leave empty for all messages.', optional: true }),
      },
      async poll({ label, query }, calls, cursor) {
        const now = calls.context.now()
        if (cursor === undefined) return { events: [], cursor: String(now) }
        // Gmail's days are read in seconds; what lies before the cursor is left out by its own time.
        const since = Math.floor(Number(cursor) / 1000) - 1
        const q = [query, `after:${since}`].filter((part) => part).join(' ')
        const found = await calls.sendAll(get('/messages', { q, labelIds: String(label) }), messagePages, 100)
        const messages = await inTurns(found.toReversed(), (each) => openMessage(calls, textAt(each, 'id'), 'full'))
        return { events: messages.map((data) => ({ id: String(data['id']), data })), cursor: String(now) }
      },
    },
  ],
  toolAliases: [{ name: 'gmail' }],
})
