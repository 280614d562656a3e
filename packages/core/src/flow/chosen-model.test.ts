import { describe, expect, test } from 'vitest'
import { chosenModel } from './chosen-model.ts'

describe('[FLOW-14] the chosen value', () => {
  test.each([
    ['data:text/plain;base64,aGk=,filename:notes.txt', 'notes.txt'],
    ['openai:gpt-4o', 'gpt-4o'],
    ['first:a,second:b', 'b'],
    ['plain', 'plain'],
    ['openai: gpt-4o ', 'gpt-4o'],
    ['["vendor:one","vendor:sub:two"]', 'one, two'],
    [['x:one', 'x:two'], 'one, two'],
    ['[broken', '[broken'],
    ['', ''],
  ])('of %j is %j', (value, chosen) => {
    expect(chosenModel(value)).toBe(chosen)
  })
})
