import fc from 'fast-check'
import { expect, test } from 'vitest'
import { messagesNamedIn, packJson, unpackJson, withNamedTexts } from './repeated-texts.ts'

const LONG = 'long '.repeat(200)

test('a long text stands once, however often it is told', () => {
  const value = [{ input: { question: LONG } }, { output: [LONG, { said: LONG }] }, 'short', 'short', `${LONG}!`]
  const json = packJson(value)
  expect(json.split(LONG).length - 1).toBe(2)
  expect(unpackJson(json)).toEqual(value)
})

test('what looks like a place of ours is left as it is', () => {
  const value = [LONG, LONG, { '~text': 0 }, { '~text': 'x' }]
  expect(unpackJson(packJson(value))).toEqual(value)
  expect(unpackJson(JSON.stringify({ texts: 'of its own' }))).toEqual({ texts: 'of its own' })
})

test('any value comes back as it was', () => {
  const text = fc.oneof(fc.string(), fc.constantFrom(LONG, `${LONG}?`))
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      text,
      fc.integer(),
      fc.constant(null),
      fc.array(tie('value'), { maxLength: 5 }),
      fc.dictionary(fc.oneof(fc.string(), fc.constant('~text')), tie('value'), { maxKeys: 4 }),
    ),
  }))
  fc.assert(
    fc.property(value, (each) => {
      expect(unpackJson(packJson(each))).toEqual(JSON.parse(JSON.stringify(each)))
    }),
  )
})

test('what was asked is only named, wherever it stands, and put in again', () => {
  const text = 'What is "this"?\n'.repeat(100)
  const asked = { messageId: 'm-1', text }
  const value = [{ question: text, prompt: `Answer: ${text} Thanks`, other: 'x'.repeat(600) }, { again: [text, 7] }]
  const json = packJson(value, [asked])
  expect(json).not.toContain(JSON.stringify(text).slice(1, 40))
  expect(messagesNamedIn(json)).toEqual(['m-1'])
  expect(unpackJson(withNamedTexts(json, new Map([['m-1', text]])))).toEqual(value)
  // Of a message that is gone, nothing is made up.
  expect(unpackJson(json)).toMatchObject([{ question: '', prompt: 'Answer:  Thanks' }, { again: ['', 7] }])
  expect(messagesNamedIn(packJson({ other: 'short' }, [asked]))).toEqual([])
})

test('of a question with files each part is named by its own row, in whatever order they stand', () => {
  const written = 'Sum this up. '.repeat(60)
  const files = `<doc name='a.txt'>${'lamp '.repeat(300)}</doc>`
  const asked = [
    { messageId: 'm-1', text: written },
    { messageId: 'm-2', text: files },
  ]
  const value = {
    question: `${files}\n\n${written}`,
    files,
    again: [`${written} / ${files} / ${written}`, 'y'.repeat(600)],
  }
  const json = packJson(value, asked)
  expect([json.includes('lamp lamp'), json.includes('Sum this'), messagesNamedIn(json).toSorted()]).toEqual([
    false,
    false,
    ['m-1', 'm-2'],
  ])
  const whole = withNamedTexts(json, new Map(asked.map(({ messageId, text }) => [messageId, text])))
  expect(unpackJson(whole)).toEqual(value)
  // What one row lost, the other still gives.
  expect(unpackJson(withNamedTexts(json, new Map([['m-2', files]])))).toMatchObject({ question: `${files}\n\n`, files })
})

test('rows of before, with one place in a text, are read', () => {
  const json = '{"texts":["lamp"],"packed":[{"~text":["A ",0,"!"]},{"~text":0}]}'
  expect(unpackJson(json)).toEqual(['A lamp!', 'lamp'])
})
