import { expect, test } from 'vitest'

import type { InputDescription } from '../document.ts'
import { instructionsAt, readInstructions, writeInstructions } from './instructions.ts'

const messages: InputDescription = { name: 'messages', label: 'Messages', type: 'array', instructions: true }
const user = { role: 'user', content: 'Hello' }
const system = { role: 'system', content: 'Be brief.' }

test('the first system message is what the node is told, wherever it stands, also in a list that is JSON text', () => {
  expect(readInstructions(messages, [user, system, { ...system, content: 'Second' }])).toBe('Be brief.')
  expect(readInstructions(messages, JSON.stringify([user, system]))).toBe('Be brief.')
  expect([undefined, '', [user], 'no list'].map((value) => readInstructions(messages, value))).toEqual(['', '', '', ''])
  expect(instructionsAt([user, system])).toBe(1)
})

test('writing it changes that message alone, adds it in front, and takes it out when nothing is left', () => {
  const changed = { ...system, content: 'Be long.' }
  expect(writeInstructions(messages, [user, system], 'Be long.')).toEqual([user, changed])
  expect(writeInstructions(messages, [user], 'Be long.')).toEqual([changed, user])
  expect(writeInstructions(messages, undefined, 'Be long.')).toEqual([changed])
  expect(writeInstructions(messages, [system, user], '')).toEqual([user])
  expect(writeInstructions(messages, [user], '')).toEqual([user])
})
