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
  expect(templateVariables(text)).toEqual({ prompt, flow })
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
