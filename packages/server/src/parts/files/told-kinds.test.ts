import { expect, test } from 'vitest'
import { isOfKind, tellKinds, tellType } from './told-kinds.ts'

const pdf = '%PDF-1.7 rest'
const png = '\x89PNG\r\n\x1a\n\0\0\0\rIHDR'
const latin = 'caf\xe9;1'

test.each<[name: string, declared: string, content: string, kind: string, isOne: boolean]>([
  ['a.pdf', 'application/pdf', pdf, 'application/pdf', true],
  ['a.txt', 'text/plain', pdf, 'application/pdf', true],
  ['a.pdf', 'application/pdf', 'text', 'application/pdf', false],
  ['a.pdf', 'application/pdf', 'text', '.pdf', false],
  ['a.pdf', 'text/plain', pdf, '.pdf', true],
  ['a.csv', 'text/csv', png, '.csv', false],
  ['a.csv', 'text/csv', png, 'text/csv', false],
  ['a.csv', '', 'a;b', 'text/csv', true],
  ['a.csv', '', latin, '.csv', true],
  ['a.csv', 'text/csv', latin, 'text/csv', true],
  ['a.txt', 'text/csv', 'a;b', 'text/csv', true],
  ['a.md', 'text/plain', '# Hi', 'text/markdown', true],
  ['a.html', 'text/plain', '<p>Hi', 'text/plain', false],
  ['a.yaml', '', 'a: 1', 'application/x-yaml', true],
  ['a.json', 'application/pdf', '{}', 'application/json', true],
  ['a.sql', 'application/sql', 'SELECT 1', 'application/sql', true],
  ['a.log', '', 'line', 'text/plain', true],
  ['a.png', 'image/png', 'text', 'image/*', false],
  ['a.xyz', '', 'text', '.xyz', true],
  ['a.xyz', '', png, '*', true],
])('%s declared as "%s", holding %j, as %s: %s', async (name, mimeType, content, kind, isOne) => {
  const kinds = await tellKinds({ name, mimeType, bytes: Buffer.from(content, 'latin1') })
  expect(isOfKind(kinds, kind)).toBe(isOne)
})

const webm = '\x1aE\xdf\xa3\x9fB\x86\x81\x01B\xf7\x81\x01B\xf2\x81\x04B\xf3\x81\x08B\x82\x84webm'

test.each([
  ['a.pdf', 'application/pdf', png, 'image/png'],
  ['a.png', 'image/png', 'text', 'text/plain'],
  ['a.png', 'image/png', '\x02\0\x05', 'application/octet-stream'],
  ['a.svg', 'image/svg+xml', '<svg/>', 'image/svg+xml'],
  ['a.webm', 'audio/webm', webm, 'audio/webm'],
  ['a.webm', 'image/png', webm, 'video/webm'],
])('%s declared as %s is kept as what it holds', async (name, mimeType, content, type) => {
  expect(await tellType({ name, mimeType, bytes: Buffer.from(content, 'latin1') })).toBe(type)
})
