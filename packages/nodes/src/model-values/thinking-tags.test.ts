import type { ModelEvent } from '@chatwright/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ThinkingTags } from './thinking-tags.ts'

/** The texts of both kinds, however the pieces were cut. */
function read(pieces: readonly string[]): { thinking: string; text: string } {
  const tags = new ThinkingTags()
  const events: ModelEvent[] = []
  for (const piece of pieces) tags.push(piece, events)
  tags.end(events)
  const joined = (type: string): string =>
    events.map((event) => (event.type === type && 'text' in event ? event.text : '')).join('')
  return { thinking: joined('thinking'), text: joined('text') }
}

test.each([
  [['<think>Hm', ' yes</think>', 'Hello'], { thinking: 'Hm yes', text: 'Hello' }],
  [['\n<thi', 'nk>\nHm</th', 'ink>\n\nHello ', 'you'], { thinking: 'Hm', text: 'Hello you' }],
  [['Hello <think>', 'you</think>'], { thinking: '', text: 'Hello <think>you</think>' }],
  [['<', 'b>bold'], { thinking: '', text: '<b>bold' }],
  [['<think>cut off'], { thinking: 'cut off', text: '' }],
  [['<thin'], { thinking: '', text: '<thin' }],
])('%j', (pieces, expected) => {
  expect(read(pieces)).toEqual(expected)
})

test('the cuts between pieces change nothing', () => {
  const whole = '\n<think>\n First a < b, then </thin no. \n</think>\n\n The answer </think> stays.'
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 9 }), { minLength: whole.length }), (sizes) => {
      const pieces: string[] = []
      let at = 0
      for (const size of sizes) {
        pieces.push(whole.slice(at, at + size))
        at += size
      }
      expect(read(pieces.filter(Boolean))).toEqual({
        thinking: 'First a < b, then </thin no.',
        text: 'The answer </think> stays.',
      })
    }),
  )
})
