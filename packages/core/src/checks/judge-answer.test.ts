import { expect, test } from 'vitest'
import type { Check, CheckedAnswer } from './check.ts'
import { findUnknownKeyword } from './check-schema.ts'
import { findLanguage } from './find-language.ts'
import { judgeAnswer } from './judge-answer.ts'

const verdictOf = (check: Check, answer: Partial<CheckedAnswer>) => judgeAnswer(check, { text: '', ...answer }).verdict
const schema = JSON.stringify({
  type: 'object',
  properties: { price: { type: 'number', minimum: 0 }, tags: { type: 'array', items: { enum: ['a', 'b'] } } },
  required: ['price'],
  additionalProperties: false,
})

test.each<[Check, Partial<CheckedAnswer>, Partial<CheckedAnswer>]>([
  [
    { kind: 'contains', text: 'closed on  Sundays' },
    { text: 'We are CLOSED on\nSundays.' },
    { text: 'We are closed.' },
  ],
  [{ kind: 'not-contains', text: 'refund' }, { text: 'No money back.' }, { text: 'A Refund is possible.' }],
  [{ kind: 'json-schema', schema }, { text: '```json\n{"price": 3, "tags": ["a"]}\n```' }, { text: '{"price": "3"}' }],
  [{ kind: 'json-schema', schema }, { text: '{"price": 0}' }, { text: '{"price": 1, "more": 1}' }],
  [{ kind: 'json-schema', schema }, { text: '{"price": 0, "tags": []}' }, { text: '{"price": 1, "tags": ["c"]}' }],
  [{ kind: 'json-schema', schema: '{"anyOf":[{"const":1},{"type":"null"}]}' }, { text: 'null' }, { text: '2' }],
  [{ kind: 'json-schema', schema }, { text: '{"price": 5}' }, { text: 'It costs 5.' }],
  [
    { kind: 'calls-tool', tool: 'search', input: '{"query": "opening Hours"}' },
    { usedTools: [{ tool: 'search', toolInput: { query: 'Opening hours', page: 1 }, toolOutput: '' }] },
    { usedTools: [{ tool: 'search', toolInput: { query: 'prices' }, toolOutput: '' }] },
  ],
  [
    { kind: 'calls-tool', tool: 'search' },
    { usedTools: [{ tool: 'search', toolInput: {}, toolOutput: '' }] },
    { usedTools: [{ tool: 'clock', toolInput: {}, toolOutput: '' }] },
  ],
  [
    { kind: 'finds', text: 'lamps are' },
    { found: [[], [{ pageContent: 'Lamps are upstairs', metadata: {} }]] },
    { found: [[{ pageContent: 'Candles', metadata: {} }]] },
  ],
  [
    { kind: 'finds', text: 'lamps', top: 1 },
    { found: [[{ pageContent: 'Lamps', metadata: {} }]] },
    {
      found: [
        [
          { pageContent: 'Candles', metadata: {} },
          { pageContent: 'Lamps', metadata: {} },
        ],
      ],
    },
  ],
  [
    { kind: 'cites', text: 'handbook.pdf' },
    { sourceDocuments: [{ pageContent: 'Lamps', metadata: { source: 'files/Handbook.pdf' } }] },
    { text: 'See handbook.pdf', sourceDocuments: [{ pageContent: 'Lamps', metadata: {} }] },
  ],
  [
    { kind: 'language', language: 'de' },
    { text: 'Wir haben am Sonntag nicht geöffnet.' },
    { text: 'We are not open.' },
  ],
  [{ kind: 'length', min: 2, max: 4 }, { text: ' abc ' }, { text: 'abcde' }],
  [{ kind: 'length', min: 1 }, { text: 'x' }, { text: '  ' }],
  [{ kind: 'refuses' }, { text: "I'm sorry, but that is not for me." }, { text: 'Sure, here it is.' }],
  [{ kind: 'cost', mostMicro: 100 }, { costMicro: 100 }, { costMicro: 101 }],
  [{ kind: 'time', mostMs: 100 }, { durationMs: 99 }, { durationMs: 100.5 }],
])('%j tells a good answer from a bad one', (check, good, bad) => {
  expect([verdictOf(check, good), verdictOf(check, bad)]).toEqual(['pass', 'fail'])
})

test('what cannot be told is unknown, and no pass', () => {
  expect(verdictOf({ kind: 'cost', mostMicro: 5 }, {})).toBe('unknown')
  expect(verdictOf({ kind: 'time', mostMs: 5 }, {})).toBe('unknown')
  expect(verdictOf({ kind: 'language', language: 'en' }, { text: '42' })).toBe('unknown')
})

test('what was there instead is said in a few words', () => {
  const found = (check: Check, answer: Partial<CheckedAnswer>) => judgeAnswer(check, { text: '', ...answer }).found
  expect(found({ kind: 'json-schema', schema }, { text: '{}' })).toBe('$.price is missing')
  expect(found({ kind: 'length', max: 3 }, { text: 'abcd' })).toBe('4')
  expect(found({ kind: 'contains', text: 'x' }, { text: 'a'.repeat(1000) })).toHaveLength(200)
})

test.each([
  ['The lamps are in the cellar, and you can have them.', 'en'],
  ['Les lampes sont dans la cave et vous pouvez les prendre.', 'fr'],
  ['Las lámparas están en el sótano y usted puede llevarlas.', 'es'],
  ['De lampen zijn in de kelder en je kunt ze hebben.', 'nl'],
  ['Лампы находятся в подвале.', 'ru'],
  ['Лампи знаходяться у підвалі, її відчинено.', 'uk'],
  ['ランプは地下室にあります。', 'ja'],
  ['灯在地下室。', 'zh'],
])('%s', (text, language) => {
  expect(findLanguage(text)).toBe(language)
})

test('a schema with a keyword that nobody checks is known by it', () => {
  expect(findUnknownKeyword({ properties: { a: { pattern: '(a+)+$' } } })).toBe('$.properties.a.pattern')
  expect(findUnknownKeyword(JSON.parse(schema))).toBeUndefined()
})

test('repetitive texts cost no more than others', () => {
  const started = process.cpuUsage()
  const text = 'a'.repeat(200_000)
  expect(verdictOf({ kind: 'contains', text: `${'a'.repeat(999)}b` }, { text })).toBe('fail')
  const wide = JSON.stringify({ items: { enum: Array.from({ length: 5000 }, (_, index) => index) } })
  expect(verdictOf({ kind: 'json-schema', schema: wide }, { text: `[${'4999,'.repeat(20_000)}4999]` })).toBe('fail')
  expect(process.cpuUsage(started).user / 1000).toBeLessThan(5000)
})

test('what a search would come to is unknown where none was made', () => {
  expect(verdictOf({ kind: 'finds', text: 'lamps' }, { text: 'Lamps' })).toBe('unknown')
})
