import { expect, test } from 'vitest'

import { failureText } from './failure-text.ts'

test('a document that could not be read is named once, with what to do', () => {
  expect(failureText({ document: 'a.pdf', message: 'a.pdf could not be read.', hint: 'Open it.' })).toBe(
    'a.pdf could not be read. Open it.',
  )
  expect(failureText({ document: 'Notes', message: 'No words.' })).toBe('Notes: No words.')
})
