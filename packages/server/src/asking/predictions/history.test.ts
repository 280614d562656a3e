import { expect, test } from 'vitest'
import { VISITOR } from '@chatwright/core'
import { readHistory } from './history.ts'

const said = (characters: number) => ({ role: 'user', content: 'x'.repeat(characters) })

test('as much may be said before a question as one may hold, in all', () => {
  expect(readHistory([said(3_000_000), said(1_000_000)], VISITOR)).toHaveLength(2)
  expect(() => readHistory([said(3_000_000), said(1_000_000), said(1)], VISITOR)).toThrow(
    expect.objectContaining({ code: 'payload-too-large', message: expect.stringContaining('4,000,000 characters') }),
  )
})
