import { expect, test } from 'vitest'
import { renderTemplate } from './render-template.ts'

test.each([
  ['Dear {{ name }},', { name: 'Ada' }, 'Dear Ada,'],
  [
    '{% for p in people %}{{ loop.index }}. {{ p.name | upper }}{% if not loop.last %}, {% endif %}{% endfor %}',
    { people: [{ name: 'a' }, { name: 'b' }] },
    '1. A, 2. B',
  ],
  ['{% for p in none %}x{% else %}nobody{% endfor %}', {}, 'nobody'],
  [
    '{% set n = count * 2 %}{% if n > 3 and name in "abc" %}many{% elif n == 2 %}two{% else %}few{% endif %}',
    { count: 2, name: 'b' },
    'many',
  ],
  [
    '{{ rows[0]["a b"] | default("none") }}{# note #}{{ missing | default("none") }}',
    { rows: [{ 'a b': 7 }] },
    '7none',
  ],
  [
    '{{ text.split(",") | join(" / ") }} {{ "yes" if text else "no" }} {{ text[1:3] }}',
    { text: 'a,b,c' },
    'a / b / c yes ,b',
  ],
  ['{%- if true -%}  x  {%- endif -%}', {}, 'x'],
  [
    '{% for key, value in facts.items() %}{{ key }}={{ value }};{% endfor %}',
    { facts: { a: 1, b: [2] } },
    'a=1;b=[2];',
  ],
  ['{{ x.constructor }}{{ x.__proto__ }}{{ "a".constructor }}', { x: {} }, ''],
])('%s', (template, values, text) => {
  expect(renderTemplate(template, values)).toBe(text)
})

test.each([
  ['{{ name', 'never closed'],
  ['{% if a %}', 'missing'],
  ['{% include "x" %}', "isn't known"],
  ['{{ a | system }}', "isn't a filter"],
  ['{{ a + }}', 'not complete'],
  [`{{ ${'('.repeat(60)} }}`, 'too deeply'],
])('%s is refused in a sentence', (template, words) => {
  expect(() => renderTemplate(template, { a: 1 })).toThrow(words)
})

test('a template that would never end is ended', () => {
  const list = Array.from({ length: 1000 }, (_, index) => index)
  const loops = '{% for a in l %}{% for b in l %}{% for c in l %}{% endfor %}{% endfor %}{% endfor %}'
  expect(() => renderTemplate(loops, { l: list })).toThrow('too often')
  const doubling = `{% set x = "ab" %}${'{% set x = x ~ x %}'.repeat(30)}{{ x }}`
  expect(() => renderTemplate(doubling, {})).toThrow('more than')
})
