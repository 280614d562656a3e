import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dateText } from './date-text.ts'

test('a date is written as everywhere, whichever was written before', () => {
  fc.assert(
    fc.property(fc.date({ noInvalidDate: true }), fc.integer({ min: 0, max: 1500 }), (at, later) => {
      expect(dateText(at)).toBe(at.toISOString())
      const next = new Date(Math.min(at.getTime() + later, 8.64e15))
      expect(dateText(next)).toBe(next.toISOString())
    }),
  )
})
