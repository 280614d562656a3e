import { expect, test } from 'vitest'

import { clockOf, cronOf, readRhythm, withClock, withEvery } from './rhythm.ts'

test.each(['5 * * * *', '30 9 * * *', '0 0 * * 1-5', '15 18 * * 0', '59 23 31 * *'])(
  '%s is picked, and read as it was',
  (cron) => {
    const rhythm = readRhythm(cron)
    expect(rhythm && cronOf(rhythm)).toBe(cron)
  },
)

test.each([
  '*/5 * * * *',
  '0 9 * * 1,3',
  '0 9 1 * 1',
  '0 9 * 2 *',
  '60 9 * * *',
  '0 24 * * *',
  '0 9 0 * *',
  '0 9 * *',
  '',
])('%s is written', (cron) => expect(readRhythm(cron)).toBeUndefined())

test('another rhythm keeps the time, and another time the rhythm', () => {
  expect(withEvery('30 9 * * *', 'week')).toBe('30 9 * * 1')
  expect(withEvery('*/5 * * * *', 'day')).toBe('0 9 * * *')
  const monthly = readRhythm('30 9 31 * *')
  expect(monthly && clockOf(monthly)).toBe('09:30')
  expect(monthly && cronOf(withClock(monthly, '18:05'))).toBe('5 18 31 * *')
  expect(monthly && cronOf(withClock(monthly, ''))).toBe('30 9 31 * *')
})
