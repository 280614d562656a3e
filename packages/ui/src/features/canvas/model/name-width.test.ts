import { expect, test } from 'vitest'

import { nodeGeometry } from './node-geometry.ts'
import { hasLongName } from './name-width.ts'
import { stepOf } from './steps.fixture.ts'

test.each([
  ['ChatOpenAI', false],
  ['HtmlToMarkdown Text Splitter', false],
  ['Conversational Retrieval QA Chain', true],
  ['Recursive Character Text Splitter', true],
  ['iiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiii', false],
  ['WWWWWWWWWWWWWWWWWW', true],
  ['会話型検索質問応答チェーン', false],
  ['会話型検索質問応答チェーンと要約', true],
])('%s takes a second line of its card: %s', (name, isLong) => {
  expect(hasLongName(name)).toBe(isLong)
})

test('a second line makes the card higher, and its ports lie that much lower', () => {
  const short = stepOf('conditionAgentflow_0')
  const long = { ...short, data: { ...short.data, label: 'Is this what the customer asked for?' } }
  const [before, after] = [nodeGeometry(short), nodeGeometry(long)]
  expect(after.height - before.height).toBe(20)
  const outputs = (of: typeof before) => of.ports.filter(({ side }) => side === 'output').map(({ y }) => y)
  expect(outputs(after)).toEqual(outputs(before).map((y) => y + 20))
})
