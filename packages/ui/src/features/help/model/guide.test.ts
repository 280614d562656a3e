import { expect, test } from 'vitest'

import { anchorOf, followLink, orderGuides, readGuide } from './guide.ts'
import { searchGuides } from './search-guides.ts'

const first = readGuide(
  'first-flow',
  '# Your first flow\n\n## Open the `canvas`\n\n```sh\n# not a heading\n```\n\n### Ask\n',
)
const tools = readGuide('tools', '# Tools\n\n## [Custom](nodes/tools.md) tools\n\n## Ask for data\n')
const other = readGuide('extra', 'No title at all')

test('a guide is known by its title and headings, without the marks and without code', () => {
  expect([first.title, first.headings]).toEqual(['Your first flow', ['Open the canvas', 'Ask']])
  expect([tools.title, tools.headings]).toEqual(['Tools', ['Custom tools', 'Ask for data']])
  expect([other.title, other.headings]).toEqual(['extra', []])
})

test('guides stand in the order of the index, unlisted ones last', () => {
  const index = '- [First](first-flow.md)\n- [Nodes](nodes/README.md)\n- [Tools](tools.md)\n'
  expect(orderGuides([other, tools, first], index).map(({ id }) => id)).toEqual(['first-flow', 'tools', 'extra'])
})

test('search finds titles before headings, and says which headings hold the words', () => {
  const found = (words: string) =>
    searchGuides([first, tools, other], words).map(({ guide, headings }) => [guide.id, headings])
  expect(found('')).toEqual([
    ['first-flow', []],
    ['tools', []],
    ['extra', []],
  ])
  expect(found('TOOLS')).toEqual([['tools', ['Custom tools']]])
  expect(found('ask')).toEqual([
    ['first-flow', ['Ask']],
    ['tools', ['Ask for data']],
  ])
  expect(found('first canvas')).toEqual([['first-flow', ['Open the canvas']]])
  expect(found('nowhere')).toEqual([])
})

test('anchors are those that links in Markdown use', () => {
  expect(anchorOf('What is deliberately different?')).toBe('what-is-deliberately-different')
  expect(anchorOf('Behind a proxy: nginx')).toBe('behind-a-proxy-nginx')
})

test.each([
  ['agents', 'nodes/agents.md', { guide: 'nodes/agents', anchor: undefined }],
  ['nodes/README', 'agents.md#tool-agent', { guide: 'nodes/agents', anchor: 'tool-agent' }],
  ['nodes/agents', '../first-flow.md', { guide: 'first-flow', anchor: undefined }],
  ['nodes/agents', '#tool-agent', { guide: 'nodes/agents', anchor: 'tool-agent' }],
  ['agents', 'https://example.com/a.md', undefined],
  ['agents', '/api/v1/ping', undefined],
  ['agents', '', undefined],
])('a link in %s to "%s"', (from, address, expected) => {
  expect(followLink(from, address)).toEqual(expected)
})

test('pages about nodes are found by searching, and listed through their index', () => {
  const guides = ['agents', 'nodes/README', 'nodes/tools'].map((id) => readGuide(id, `# ${id}\n\n## Calculator`))
  expect(searchGuides(guides, '').map(({ guide }) => guide.id)).toEqual(['agents', 'nodes/README'])
  expect(searchGuides(guides, 'calculator').map(({ guide }) => guide.id)).toContain('nodes/tools')
})
