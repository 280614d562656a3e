import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dueTimes } from './due-times.ts'
import { timesOf } from './times.ts'

const every = (cron: string, timezone = 'UTC', endDate: string | null = null) => timesOf({ cron, timezone, endDate })
const at = (text: string) => new Date(text)
const texts = (times: readonly Date[]) => times.map((time) => time.toISOString())

test.each([
  // Clocks go forward over the time: it comes with the change.
  ['30 2 * * *', 'Europe/Berlin', '2027-03-27T12:00:00Z', ['2027-03-28T01:00:00.000Z', '2027-03-29T00:30:00.000Z']],
  ['30 2 * * *', 'America/New_York', '2027-03-13T12:00:00Z', ['2027-03-14T07:00:00.000Z', '2027-03-15T06:30:00.000Z']],
  [
    '15 2 * * *',
    'Australia/Lord_Howe',
    '2027-10-02T00:00:00Z',
    ['2027-10-02T15:30:00.000Z', '2027-10-03T15:15:00.000Z'],
  ],
  // Clocks go back over the time: it comes once.
  ['30 2 * * *', 'Europe/Berlin', '2027-10-30T12:00:00Z', ['2027-10-31T00:30:00.000Z', '2027-11-01T01:30:00.000Z']],
  ['30 1 * * *', 'America/New_York', '2027-11-06T12:00:00Z', ['2027-11-07T05:30:00.000Z', '2027-11-08T06:30:00.000Z']],
  // The last day of a month, and days of a week.
  ['0 9 L * *', 'UTC', '2027-02-01T00:00:00Z', ['2027-02-28T09:00:00.000Z', '2027-03-31T09:00:00.000Z']],
  ['0 9 * * 1,3', 'UTC', '2027-02-01T10:00:00Z', ['2027-02-03T09:00:00.000Z', '2027-02-08T09:00:00.000Z']],
])('%s in %s after %s', (cron, timezone, after, expected) => {
  expect(texts(every(cron, timezone).coming(2, at(after)))).toEqual(expected)
})

test('a time of day comes once on every day of a year, also where clocks change', () => {
  const zones = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu']
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.integer({ min: 0, max: 23 }),
      fc.integer({ min: 0, max: 59 }),
      (timeZone, hour, minute) => {
        const days = new Intl.DateTimeFormat('en-CA', { timeZone })
        const times = every(`${minute} ${hour} * * *`, timeZone).coming(366, at('2027-01-01T12:00:00Z'))
        expect(new Set(times.map((time) => days.format(time))).size).toBe(366)
        expect(texts(times)).toEqual(texts(times).toSorted())
      },
    ),
    { numRuns: 12 },
  )
})

test('the last day is the last whole day of its time zone', () => {
  const times = every('0 23 * * *', 'America/New_York', '2027-01-02')
  expect(texts(times.coming(5, at('2027-01-01T12:00:00Z')))).toEqual([
    '2027-01-02T04:00:00.000Z',
    '2027-01-03T04:00:00.000Z',
  ])
})

test('29 February is a last day in the years that have it', () => {
  expect(texts(every('0 9 * * *', 'UTC', '2028-02-29').coming(5, at('2028-02-28T12:00:00Z')))).toEqual([
    '2028-02-29T09:00:00.000Z',
  ])
})

test.each([
  ['* * * * * *', 'UTC', null, 'five parts'],
  ['61 * * * *', 'UTC', null, '61'],
  ['often', 'UTC', null, '"often"'],
  ['0 9 * * *', 'Mars/Olympus', null, `"Mars/Olympus" isn't a time zone`],
  ['0 9 * * *', 'UTC', 'tomorrow', `"tomorrow" isn't a date`],
  // Read as the first of March, it would run on a day after the last.
  ['0 9 * * *', 'UTC', '2027-02-29', `"2027-02-29" isn't a date`],
  ['1,'.repeat(200), 'UTC', null, 'longer than'],
])('%s in %s until %s says what is wrong', (cron, timezone, endDate, words) => {
  const times = timesOf({ cron, timezone, endDate })
  expect(times.problem).toContain(words)
  expect(times.next(at('2027-01-01T00:00:00Z'))).toBeNull()
})

test('a date that never comes has no next time', () => {
  expect(every('0 0 30 2 *').next(at('2027-01-01T00:00:00Z'))).toBeNull()
})

const hourly = every('0 * * * *')
const eight = at('2027-01-01T08:00:00Z')

test('on time, a schedule runs whatever becomes of missed times', () => {
  for (const missed of ['skip', 'once', 'all'] as const) {
    for (const now of ['2027-01-01T08:00:00Z', '2027-01-01T08:00:00.400Z', '2027-01-01T08:00:59Z']) {
      const next = at('2027-01-01T09:00:00Z')
      expect(dueTimes(hourly, eight, { missed }, at(now)), `${missed} at ${now}`).toEqual({ due: [eight], next })
    }
  }
})

test.each([
  ['skip', []],
  ['once', ['2027-01-01T10:00:00.000Z']],
  ['all', ['2027-01-01T08:00:00.000Z', '2027-01-01T09:00:00.000Z', '2027-01-01T10:00:00.000Z']],
] as const)('after three hours of sleep, %s', (missed, due) => {
  const found = dueTimes(hourly, eight, { missed }, at('2027-01-01T10:30:00Z'))
  expect(texts(found.due)).toEqual(due)
  expect(found.next).toEqual(at('2027-01-01T11:00:00Z'))
})

test('after a year of sleep a hundred are made up for, the newest, and the next time is to come', () => {
  const now = at('2028-01-01T00:00:30Z')
  const { due, next } = dueTimes(every('* * * * *'), eight, { missed: 'all' }, now)
  expect(due).toHaveLength(100)
  expect(due.at(-1)).toEqual(at('2028-01-01T00:00:00Z'))
  expect(next).toEqual(at('2028-01-01T00:01:00Z'))
})

test('looking back finds what looking ahead found, where clocks change too', () => {
  for (const [timezone, day] of [
    ['Europe/Berlin', '2027-03-28'],
    ['Europe/Berlin', '2027-10-31'],
    ['America/New_York', '2027-11-07'],
    ['Australia/Lord_Howe', '2027-04-04'],
  ] as const) {
    for (const cron of ['30 2 * * *', '30 1 * * *', '*/20 * * * *']) {
      const times = every(cron, timezone)
      const from = new Date(at(`${day}T00:00:00Z`).getTime() - 86_400_000)
      const until = new Date(from.getTime() + 3 * 86_400_000)
      const ahead = times.coming(300, from).filter((time) => time <= until)
      expect(texts(times.passed(ahead.length, until)), `${cron} in ${timezone} around ${day}`).toEqual(texts(ahead))
    }
  }
})
