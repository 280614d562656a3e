import type { Message } from '@chatwright/core'
import { describe, expect, test } from 'vitest'
import { clip, CLIP_LENGTH, clipMessages, clipValue } from './clip.ts'

describe('what a trace keeps of a text', () => {
  test('is all of it up to the limit, and then as much as fits with a sign that more was there', () => {
    expect(CLIP_LENGTH).toBe(2048)
    expect(clip('a'.repeat(2048))).toBe('a'.repeat(2048))
    expect(clip('a'.repeat(2049))).toBe(`${'a'.repeat(2047)}…`)
  })

  test('ends before a character it would have to halve, and with one that fits', () => {
    const smile = '😀'
    expect(clip(`${'a'.repeat(2046)}${smile}bc`)).toBe(`${'a'.repeat(2046)}…`)
    expect(clip(`${'a'.repeat(2045)}${smile}bc`)).toBe(`${'a'.repeat(2045)}${smile}…`)
    expect(clip(`${'a'.repeat(2046)}\uE000bc`)).toBe(`${'a'.repeat(2046)}\uE000…`)
  })
})

describe('what a trace keeps of a value', () => {
  test('is its text, or its JSON', () => {
    expect(clipValue('said "so"')).toBe('said "so"')
    expect(clipValue({ a: ['b', 1] })).toBe('{"a":["b",1]}')
    expect(clipValue(undefined)).toBe('')
  })

  test('names its later parts even when an earlier one is long', () => {
    const shown = clipValue({ image: 'x'.repeat(100_000) })
    expect(shown).toBe(`${`{"image":"${'x'.repeat(2048)}`.slice(0, 2047)}…`)
    const short = clipValue(['y'.repeat(2048)])
    expect(short).toBe(`["${'y'.repeat(2045)}…`)
  })

  test('is a word where a value has no JSON', () => {
    const circle: Record<string, unknown> = {}
    circle['self'] = circle
    expect(clipValue(circle)).toBe("[can't be shown]")
  })
})

describe('what a trace keeps of messages', () => {
  test('is who said what, with the tools that were called and the parts that are no text', () => {
    const messages: Message[] = [
      { role: 'system', content: 'Be kind.' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'What is this?' },
          { type: 'image', mimeType: 'image/png', data: 'AA==' },
        ],
      },
      {
        role: 'assistant',
        content: 'I look.',
        toolCalls: [
          { id: '1', name: 'see', input: {} },
          { id: '2', name: 'count', input: {} },
        ],
      },
      { role: 'assistant', content: 'Nothing.', toolCalls: [] },
    ]
    expect(clipMessages(messages)).toBe(
      [
        'system: Be kind.',
        'user: What is this? [image]',
        'assistant: I look. → see → count',
        'assistant: Nothing.',
      ].join('\n'),
    )
    expect(clipMessages([])).toBe('')
  })

  test('is the newest, as far back as there is space', () => {
    const question: Message = { role: 'user', content: 'Now?' }
    const long: Message = { role: 'assistant', content: 'z'.repeat(5000) }
    const older: Message = { role: 'user', content: 'Before' }
    const space = 2048 - 'user: Now?'.length - 1
    expect(clipMessages([older, long, question])).toBe(
      `${`assistant: ${long.content as string}`.slice(0, space)}…\nuser: Now?`,
    )
  })
})
