import type { NodeDefinition, TextSplitter } from '@chatwright/core'
import { expect, test } from 'vitest'
import { buildNode } from '../../test/build-node.ts'
import characterTextSplitter from './character-text-splitter.ts'
import codeTextSplitter from './code-text-splitter.ts'
import htmlToMarkdownTextSplitter from './html-to-markdown-text-splitter.ts'
import markdownTextSplitter from './markdown-text-splitter.ts'
import recursiveCharacterTextSplitter from './recursive-character-text-splitter.ts'
import tokenTextSplitter from './token-text-splitter.ts'

const build = (node: NodeDefinition, inputs: Record<string, unknown>): Promise<TextSplitter> =>
  buildNode(node, { inputs })

test('the recursive splitter cuts at paragraphs before words, and repeats the overlap', async () => {
  const splitter = await build(recursiveCharacterTextSplitter, { chunkSize: 20, chunkOverlap: 6 })
  expect(await splitter.splitText('one two three\n\nfour five six seven eight')).toEqual([
    'one two three',
    'four five six seven',
    'seven eight',
  ])
})

test('no piece is longer than the chunk size, and without overlap nothing is lost', async () => {
  const text = `${'word '.repeat(300)}\n\n${'x'.repeat(900)}\n${'ä€😀'.repeat(50)}`
  const splitter = await build(recursiveCharacterTextSplitter, { chunkSize: 100, chunkOverlap: 0 })
  const pieces = await splitter.splitText(text)
  expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThanOrEqual(100)
  expect(pieces.join('').replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''))
})

test('a line of many megabytes is cut without needing much more memory than it has', async () => {
  const splitter = await build(recursiveCharacterTextSplitter, { chunkSize: 1000, chunkOverlap: 100 })
  const line = 'x'.repeat(8_000_000)
  const before = process.memoryUsage().heapUsed
  const pieces = await splitter.splitText(line)
  expect(pieces.length).toBe(Math.ceil((8_000_000 - 100) / 900))
  expect((process.memoryUsage().heapUsed - before) / 1024 / 1024).toBeLessThan(100)
})

test.each([
  [1, 0],
  [3, 1],
  [4, 3],
])('a character of two code units is never cut in half (%i, %i)', async (chunkSize, chunkOverlap) => {
  const splitter = await build(recursiveCharacterTextSplitter, { chunkSize, chunkOverlap })
  const pieces = await splitter.splitText('😀😁a😂😃')
  expect(pieces.filter((piece) => Buffer.from(piece).toString().includes('\uFFFD'))).toEqual([])
  expect(new Set(pieces.join(''))).toEqual(new Set('😀😁a😂😃'))
})

test('custom separators are used in their order', async () => {
  const splitter = await build(recursiveCharacterTextSplitter, {
    chunkSize: 8,
    chunkOverlap: 0,
    separators: '["|", ";"]',
  })
  expect(await splitter.splitText('aaa;bbb|ccc;ddd;eee')).toEqual(['aaa;bbb', '|ccc;ddd', ';eee'])
})

test('separators that are no list, and an overlap as large as the chunk, are refused with a way out', async () => {
  await expect(
    build(recursiveCharacterTextSplitter, { chunkSize: 8, chunkOverlap: 0, separators: '\\n' }),
  ).rejects.toThrow('Custom Separators must be a JSON list of strings.')
  await expect(build(recursiveCharacterTextSplitter, { chunkSize: 100, chunkOverlap: 100 })).rejects.toThrow(
    'Chunk Overlap (100) must be smaller than Chunk Size (100).',
  )
})

test('pieces of a document keep its metadata and say which lines they came from', async () => {
  const splitter = await build(recursiveCharacterTextSplitter, { chunkSize: 12, chunkOverlap: 0 })
  const pieces = await splitter.splitDocuments([
    { pageContent: 'first line\nsecond line\n\nlast', metadata: { source: 'a.txt', loc: { pageNumber: 3 } } },
  ])
  expect(pieces).toEqual([
    { pageContent: 'first line', metadata: { source: 'a.txt', loc: { pageNumber: 3, lines: { from: 1, to: 1 } } } },
    { pageContent: 'second line', metadata: { source: 'a.txt', loc: { pageNumber: 3, lines: { from: 2, to: 2 } } } },
    { pageContent: 'last', metadata: { source: 'a.txt', loc: { pageNumber: 3, lines: { from: 4, to: 4 } } } },
  ])
})

test('the character splitter joins parts up to the size, and leaves a longer part whole', async () => {
  const splitter = await build(characterTextSplitter, { chunkSize: 9, chunkOverlap: 0, separator: '\\n' })
  expect(await splitter.splitText('aaaa\nbbbb\ncccc\na part that is too long')).toEqual([
    'aaaa\nbbbb',
    'cccc',
    'a part that is too long',
  ])
})

test('the Markdown splitter starts a piece at each heading, but not at a comment in code', async () => {
  const splitter = await build(markdownTextSplitter, { chunkSize: 500, chunkOverlap: 0, splitByHeaders: 'h2' })
  const markdown = '# Title\nintro\n## One\n```sh\n# not a heading\n```\n### Deeper\ntext\n## Two\nend'
  expect(await splitter.splitText(markdown)).toEqual([
    '# Title\nintro',
    '## One\n```sh\n# not a heading\n```\n### Deeper\ntext',
    '## Two\nend',
  ])
})

test('the Markdown splitter opens every piece of a section with its heading, and says where the piece stands', async () => {
  const splitter = await build(markdownTextSplitter, { chunkSize: 46, chunkOverlap: 0, splitByHeaders: 'h6' })
  const markdown = '# Guide\n\n## Dogs\n\nThey are welcome.\n\nEach costs three euros.\n\n## Cats\n\nNone.\n\n## Last'
  expect(await splitter.splitDocuments([{ pageContent: markdown, metadata: {} }])).toEqual([
    { pageContent: '# Guide\n\n## Dogs\n\nThey are welcome.', metadata: { loc: { lines: { from: 1, to: 5 } } } },
    { pageContent: '## Dogs\nEach costs three euros.', metadata: { loc: { lines: { from: 7, to: 7 } } } },
    { pageContent: '## Cats\n\nNone.', metadata: { loc: { lines: { from: 9, to: 11 } } } },
    { pageContent: '## Last', metadata: { loc: { lines: { from: 13, to: 13 } } } },
  ])
})

test('the Markdown splitter repeats no heading that would leave little room', async () => {
  const splitter = await build(markdownTextSplitter, { chunkSize: 20, chunkOverlap: 5, splitByHeaders: 'h1' })
  const pieces = await splitter.splitText('# A heading that goes on and on\n\nWhat stands under it.')
  expect(pieces.every((piece) => piece.length <= 20)).toBe(true)
  expect(pieces.filter((piece) => piece.includes('heading'))).toHaveLength(1)
})

test('the Markdown splitter cuts a long table between rows, and repeats its head', async () => {
  const splitter = await build(markdownTextSplitter, { chunkSize: 90, chunkOverlap: 20, splitByHeaders: 'h6' })
  const head = '| Day | Open |\n| --- | --- |'
  const rows = ['Monday', 'Tuesday', 'Wednesday', 'Thursday'].map((day) => `| ${day} | 9 to 12 |`)
  const markdown = `## Hours\n\nWe are small.\n\n${head}\n${rows.join('\n')}\n\nRing first.`
  expect(await splitter.splitDocuments([{ pageContent: markdown, metadata: {} }])).toEqual([
    { pageContent: '## Hours\n\nWe are small.', metadata: { loc: { lines: { from: 1, to: 3 } } } },
    {
      pageContent: `## Hours\n${head}\n${rows.slice(0, 2).join('\n')}`,
      metadata: { loc: { lines: { from: 5, to: 8 } } },
    },
    {
      pageContent: `## Hours\n${head}\n${rows.slice(2).join('\n')}`,
      metadata: { loc: { lines: { from: 9, to: 10 } } },
    },
    { pageContent: '## Hours\nRing first.', metadata: { loc: { lines: { from: 12, to: 12 } } } },
  ])
})

test('the Markdown splitter leaves a table that fits with its text, and cuts rows that do not fit', async () => {
  const splitter = await build(markdownTextSplitter, { chunkSize: 60, chunkOverlap: 0, splitByHeaders: 'h6' })
  const small = '## Hours\n\nDaily:\n\n| A | B |\n| --- | --- |\n| 1 | 2 |'
  expect(await splitter.splitText(small)).toEqual([small])
  const pieces = await splitter.splitText(`| A | B |\n| --- | --- |\n| ${'word '.repeat(30)}| 2 |`)
  expect(pieces.every((piece) => piece.length <= 60)).toBe(true)
  expect(pieces.join(' ').match(/word/g)).toHaveLength(30)
})

test('the HTML splitter leaves Markdown as it is: web loaders give it already', async () => {
  const splitter = await build(htmlToMarkdownTextSplitter, { chunkSize: 500, chunkOverlap: 0 })
  const page = '# Title\n\nWrite `<b>` for bold:\n\n```\n<b>so</b>\n```'
  expect(await splitter.splitText(page)).toEqual([page])
})

test('the HTML splitter makes Markdown and leaves scripts out', async () => {
  const splitter = await build(htmlToMarkdownTextSplitter, { chunkSize: 500, chunkOverlap: 0 })
  const html = '<h1>Title</h1><script>alert(1)</script><p>Hello <b>you</b>, see <a href="https://x.test">this</a></p>'
  expect(await splitter.splitText(html)).toEqual(['# Title\n\nHello **you**, see [this](https://x.test)'])
})

test('the code splitter keeps functions together', async () => {
  const splitter = await build(codeTextSplitter, { language: 'python', chunkSize: 40, chunkOverlap: 0 })
  expect(await splitter.splitText('import os\n\ndef one():\n    return 1\n\ndef two():\n    return 2\n')).toEqual([
    'import os\n\ndef one():\n    return 1',
    'def two():\n    return 2',
  ])
})

// Its table takes seconds to load on a busy machine.
test('the token splitter counts tokens, overlaps them and never cuts a character', { timeout: 30_000 }, async () => {
  const splitter = await build(tokenTextSplitter, { encodingName: 'cl100k_base', chunkSize: 4, chunkOverlap: 1 })
  expect(await splitter.splitText('one two three four five six seven')).toEqual([
    'one two three four',
    ' four five six seven',
  ])
  const whole = await build(tokenTextSplitter, { encodingName: 'cl100k_base', chunkSize: 2, chunkOverlap: 0 })
  const emoji = '🧵🪡🧶🪢 ꙮ𓀀 end'
  expect((await whole.splitText(emoji)).join('')).toBe(emoji)
})
