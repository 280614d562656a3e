import { expect, test } from 'vitest'

import { relativeTime } from './relative-time.ts'

const now = new Date('2020-06-15T12:00:00Z')

test.each([
  ['2020-06-15T11:59:30Z', undefined],
  ['2020-06-15T11:58:30Z', '1 minute ago'],
  ['2020-06-15T09:00:00Z', '3 hours ago'],
  ['2020-06-14T09:00:00Z', '1 day ago'],
  // Two days ago on any calendar, but not two whole days.
  ['2020-06-13T20:00:00Z', '1 day ago'],
  ['2020-05-01T00:00:00Z', '1 month ago'],
  ['2020-06-16T20:00:00Z', 'in 1 day'],
  ['2017-06-15T12:00:00Z', '3 years ago'],
])('%s was %s', (date, words) => {
  expect(relativeTime({ date: new Date(date), now, language: 'en' })).toBe(words)
})
