import { expect, test } from 'vitest'

import { refreshOf, rhythmOf } from './rhythm.ts'

test('a rhythm is known by its expression, and any other is one’s own', () => {
  expect(rhythmOf(undefined)).toBe('never')
  expect(rhythmOf('0 3 * * *')).toBe('daily')
  expect(rhythmOf('5 4 * * *')).toBe('own')
})

test('never takes the rhythm back, a choice has its expression, and what was written is kept as it is', () => {
  const none = { refresh: null }
  expect(refreshOf('never', '5 4 * * *', none)).toBeNull()
  expect(refreshOf('weekly', '', none)?.cron).toBe('0 3 * * 1')
  expect(refreshOf('own', ' 5 4 * * * ', none)?.cron).toBe('5 4 * * *')
  const kept = { refresh: { cron: '5 4 * * *', timezone: 'Asia/Tokyo', nextDate: null } }
  expect(refreshOf('own', '5 4 * * *', kept)).toEqual({ cron: '5 4 * * *', timezone: 'Asia/Tokyo' })
  const here = new Intl.DateTimeFormat().resolvedOptions().timeZone
  expect(refreshOf('daily', '5 4 * * *', kept)).toEqual({ cron: '0 3 * * *', timezone: here })
})
