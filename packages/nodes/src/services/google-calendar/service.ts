import { defineService } from '../define-service.ts'
import { GOOGLE_CREDENTIALS } from '../google/google.ts'
import { tokenPages } from '../paging.ts'
import { given, keep, listAt, textAt } from '../read-body.ts'
import { flag, limit, list, pick, text } from '../service-inputs.ts'
import { get, patch, path, post, remove } from '../service-request.ts'
import { operation } from '../service.ts'

const calendar = pick('calendars', 'Calendar', { description: "A calendar's ID.", default: 'primary' })
const event = text('Event ID')
const TIME = 'Such as 2026-05-01T09:00:00+02:00, or 2026-05-01 for a whole day.'
const details = {
  description: text('Description', { rows: 3, optional: true }),
  location: text('Place', { optional: true }),
  attendees: list('Guests', { description: 'Email addresses.', optional: true }),
  notify: flag('Send invitations', { default: false }),
}
const KEPT = [
  'id',
  'summary',
  'start:start.dateTime',
  'day:start.date',
  'end:end.dateTime',
  'location',
  'description',
  'status',
  'link:htmlLink',
  'meeting:hangoutLink',
  'guests:attendees',
]

const eventPages = tokenPages('items', {
  from: 'nextPageToken',
  to: 'pageToken',
  size: { name: 'maxResults', most: 250 },
})

export default defineService({
  name: 'googleCalendar',
  label: 'Google Calendar',
  description: 'Lists, creates and changes events in Google Calendar.',
  icon: 'google-calendar.svg',
  color: '#1a73e8',
  keywords: ['google', 'events', 'meeting', 'appointment', 'schedule'],
  documentation: 'https://developers.google.com/workspace/calendar/api',
  verifiedWith: '@googleapis/calendar 14.3.0',
  credential: GOOGLE_CREDENTIALS,
  base: 'https://www.googleapis.com/calendar/v3',
  operations: [
    operation({
      name: 'listEvents',
      label: 'List events',
      description: 'Lists the events of a calendar in order.',
      effect: 'reads',
      inputs: {
        calendar,
        from: text('From', { description: TIME, optional: true }),
        to: text('To', { description: TIME, optional: true }),
        words: text('Words', { description: 'Only events with these words.', optional: true }),
        limit: limit(1000),
      },
      paging: eventPages,
      request: ({ calendar: id, from, to, words }) =>
        get(path`/calendars/${id}/events`, {
          timeMin: from && moment(from),
          timeMax: to && moment(to),
          q: words,
          singleEvents: true,
          orderBy: 'startTime',
        }),
      result: (body) => keep(body, KEPT),
    }),
    operation({
      name: 'getEvent',
      label: 'Get an event',
      description: 'Reads an event.',
      effect: 'reads',
      inputs: { calendar, event },
      request: ({ calendar: id, event: of }) => get(path`/calendars/${id}/events/${of}`),
      result: (body) => keep(body, KEPT),
    }),
    operation({
      name: 'createEvent',
      label: 'Create an event',
      description: 'Creates an event.',
      effect: 'writes',
      inputs: {
        calendar,
        summary: text('Title'),
        from: text('Starts', { description: TIME }),
        to: text('Ends', { description: TIME }),
        ...details,
      },
      request: ({ calendar: id, notify, ...values }) =>
        post(path`/calendars/${id}/events`, eventOf(values), { query: { sendUpdates: notify ? 'all' : 'none' } }),
      result: (body) => keep(body, KEPT),
    }),
    operation({
      name: 'updateEvent',
      label: 'Change an event',
      description: 'Changes an event. Fields that are left out stay.',
      effect: 'writes',
      inputs: {
        calendar,
        event,
        summary: text('Title', { optional: true }),
        from: text('Starts', { description: TIME, optional: true }),
        to: text('Ends', { description: TIME, optional: true }),
        ...details,
      },
      request: ({ calendar: id, event: of, notify, ...values }) =>
        patch(path`/calendars/${id}/events/${of}`, eventOf(values), {
          query: { sendUpdates: notify ? 'all' : 'none' },
        }),
      result: (body) => keep(body, KEPT),
    }),
    operation({
      name: 'deleteEvent',
      label: 'Delete an event',
      description: 'Deletes an event.',
      effect: 'writes',
      inputs: { calendar, event, notify: details.notify },
      request: ({ calendar: id, event: of, notify }) =>
        remove(path`/calendars/${id}/events/${of}`, undefined, { query: { sendUpdates: notify ? 'all' : 'none' } }),
      result: () => ({ isDeleted: true }),
    }),
    operation({
      name: 'freeBusy',
      label: 'Find busy times',
      description: 'Lists when calendars are busy.',
      effect: 'reads',
      inputs: {
        calendars: list('Calendars', { description: 'Calendar IDs or email addresses.' }),
        from: text('From', { description: TIME }),
        to: text('To', { description: TIME }),
      },
      request: ({ calendars, from, to }) =>
        post(
          '/freeBusy',
          { timeMin: moment(from), timeMax: moment(to), items: calendars.map((id) => ({ id })) },
          { isReading: true },
        ),
      result: (body) => keep(body, ['calendars']),
    }),
  ],
  lists: {
    async calendars(calls) {
      const calendars = listAt(await calls.send(get('/users/me/calendarList')), 'items')
      return calendars.map((each) => ({ label: textAt(each, 'summary'), name: textAt(each, 'id') }))
    },
  },
})

interface EventValues {
  summary?: string | undefined
  from?: string | undefined
  to?: string | undefined
  description?: string | undefined
  location?: string | undefined
  attendees?: unknown[] | undefined
}

function eventOf({ summary, from, to, description, location, attendees }: EventValues): object {
  return given({
    summary,
    description,
    location,
    start: from && when(from),
    end: to && when(to),
    attendees: attendees?.map((email) => ({ email })),
  })
}

/** A day is a whole day; a time without a zone is read as UTC. */
function when(text: string): object {
  return /^\d{4}-\d\d-\d\d$/.test(text.trim()) ? { date: text.trim() } : { dateTime: moment(text) }
}

function moment(text: string): string {
  const trimmed = text.trim()
  if (/^\d{4}-\d\d-\d\d$/.test(trimmed)) return `${trimmed}T00:00:00Z`
  return /(?:Z|[+-]\d\d:?\d\d)$/.test(trimmed) ? trimmed : `${trimmed}Z`
}
