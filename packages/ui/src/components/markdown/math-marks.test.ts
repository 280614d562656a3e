import { expect, test } from 'vitest'

import { unifyMath } from './math-marks.ts'

test.each([
  ['Energy is $E = mc^2$.', 'Energy is $$E = mc^2$$.'],
  ['Let $n$ be even.', 'Let $$n$$ be even.'],
  ['So \\(a_1 + b\\) holds.', 'So $$a_1 + b$$ holds.'],
  ['$$\\int_0^1 x\\,dx$$', '$$\n\\int_0^1 x\\,dx\n$$'],
  ['\\[\nx = 1\n\\]', '$$\nx = 1\n$$'],
  ['Twice: $a^2$ and $b^2$', 'Twice: $$a^2$$ and $$b^2$$'],
])('mathematics in %j is read', (text, read) => {
  expect(unifyMath(text)).toBe(read)
})

test.each([
  'It costs $5 and $6.',
  'From $5/month to $10/month',
  'US$5 = A$7 today',
  'Set $HOME and $PATH.',
  'See \\[1\\] and \\(the note\\) there',
  'Run `echo $A_B$ now` please',
  '```sh\necho $a = $b\n```',
  '- item\n  ```\n  $x^2$\n  ```',
  'A price of \\$5^2$ is odd',
  'plain text',
])('%j stays as it is', (text) => {
  expect(unifyMath(text)).toBe(text)
})
