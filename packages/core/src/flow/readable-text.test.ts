import { expect, test } from 'vitest'

import { readablePieces, readableText, withoutMarks } from './readable-text.ts'

const labels = new Map([
  ['llmAgentflow_0', 'Writer'],
  ['httpAgentflow_0', 'Fetch'],
  ['llmAgentflow_1', 'Critic'],
  ['llmChain_0', 'Summary'],
])
const read = (text: string) => readableText(text, (id) => labels.get(id))

test.each([
  ['{{llmAgentflow_0}} May it go?', 'Writer May it go?'],
  ['{{ llmAgentflow_0.output }}', 'Writer'],
  [String.raw`{{llmAgentflow\_0}}`, 'Writer'],
  ['{{llmAgentflow_0.output.verdict}}', 'verdict'],
  ['{{llmAgentflow_0.output.items[0].name}}', 'items[0].name'],
  ['{{llmAgentflow_0.output.form.amount}}', 'amount'],
  ['{{httpAgentflow_0.output.http.status}}', 'Fetch status'],
  ['{{llmChain_0.data.instance}} in short', 'Summary in short'],
  ['{{$flow.links.llmAgentflow_0}}', 'Writer'],
  ['{{$flow.state.topic}}, {{ $vars.shop }}, {{$form.name}}', 'topic, shop, name'],
  ['{{$webhook.body.id}}, {{output.task}}, {{output}}, {{$iteration}}', 'body.id, task, output, iteration'],
  ['{{question}} and {context}', 'question and {context}'],
  ['{{goneAgentflow_4}}', 'goneAgentflow_4'],
  ['{{llmAgentflow_0.output.verdict}} or {{llmAgentflow_1.output.verdict}}?', 'Writer verdict or Critic verdict?'],
  ['{{llmAgentflow_0.output.topic}} on {{$flow.state.topic}}', 'Writer topic on topic'],
  [String.raw`{{llmAgentflow_0.output.verdict}}, {{ llmAgentflow\_0.verdict }}`, 'verdict, verdict'],
])('%s is read as %s', (text, told) => {
  expect(read(text)).toBe(told)
})

test('words and names stand by turns, so that names can be drawn otherwise', () => {
  const pieces = readablePieces('Ask {{question}}{{llmAgentflow_0}}.', (id) => labels.get(id))
  expect(pieces).toEqual(['Ask ', 'question', '', 'Writer', '.'])
})

test('a name of many dots is read at once', () => {
  const before = process.cpuUsage()
  read(`{{llmAgentflow_0${'.output'.repeat(50_000)}}}`)
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(5000)
})

test('marks of Markdown are left out, and signs that are none stay', () => {
  expect(withoutMarks('# To do\n> **From** `sender`: 2**3 and a_b')).toBe('To do\nFrom sender: 2**3 and a_b')
})
