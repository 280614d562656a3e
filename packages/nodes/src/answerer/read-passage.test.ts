import { expect, test } from 'vitest'

import { joinSentences, readPassage } from './read-passage.ts'

const read = (passage: string) => joinSentences(readPassage(passage))

test('times of the clock are no fields: a sentence over two lines stays one', () => {
  const passage = 'The last ferry leaves at 22:40 from Monday to Thursday,\nand at 23:55 on Friday and Saturday.'
  expect(read(passage)).toBe(passage.replace('\n', ' '))
  expect(read('22:40 from Monday\n23:55 on Friday')).toBe('22:40 from Monday 23:55 on Friday')
})

test('fields are told apart, also those that end in a number or hold a time', () => {
  expect(read('price: 12\nroom 4: free')).toBe('price: 12; room 4: free')
  expect(read('opens: 9:30\ncloses:17:00')).toBe('opens: 9:30; closes:17:00')
})
