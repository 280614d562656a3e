import { expect, test } from 'vitest'
import { templateVariables } from './template-variables.ts'

test.each([
  ['Say {greeting} to {name}, {name}!', ['greeting', 'name'], []],
  ['{{question}} in {language}', ['language'], ['question']],
  [
    '{{chatOpenAI_0.data.instance}} {{$vars.key}} {{ chat_history }}',
    [],
    ['chatOpenAI_0.data.instance', '$vars.key', 'chat_history'],
  ],
  ['Answer as {{"name": "{name}"}}', ['name'], []],
  ['{outer {inner} }', ['inner'], []],
  ['{{{name}}}', ['name'], []],
  ['{"key": "value", "list": [1]}', [], []],
  ['\\{not\\} and \\{{neither}', ['neither'], []],
  ['{ spaced } {größe} {a b}', ['spaced', 'größe'], []],
  ['} { {} {{}} {open', [], []],
  ['', [], []],
])('[FLOW-16] %j leaves open %j for the prompt and %j for the flow', (text, prompt, flow) => {
  expect(templateVariables(text)).toMatchObject({ prompt, flow })
})

test.each([
  ['{a b} {1st} {a,b} {ok}', [], ['ok'], ['a b', '1st', 'a,b']],
  ['{a b} {1st} {a,b} {ok}', ['a b', '1st', 'a,b'], ['a b', '1st', 'a,b', 'ok'], []],
  ['{who?} {50%} {A/B}', [], [], ['who?', '50%', 'A/B']],
  ['{"a b": 1} {a: b} {...} {f(x);} {}', [], [], []],
])('[FLOW-16] with values %2$j, %1$j names %3$j and leaves %4$j', (text, given, prompt, unread) => {
  expect(templateVariables(text, new Set(given))).toEqual({ prompt, flow: [], unread })
})

test('[FLOW-16] a long text of unclosed braces is read in time that grows with its length', () => {
  const steps = (length: number) => {
    const text = '{ '.repeat(length)
    const start = process.cpuUsage()
    templateVariables(text)
    return process.cpuUsage(start).user / 1000
  }
  steps(50_000)
  expect(steps(400_000)).toBeLessThan(5_000)
})
