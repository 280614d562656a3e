import { expect, test } from 'vitest'
import { ignoresPath, parseIgnoredPaths } from './ignored-paths.ts'

test.each([
  ['*.md', 'README.md', true],
  ['*.md', 'docs/a.md', true],
  ['*.md', 'docs/a.mdx', false],
  ['*.md', 'notes.md/a.txt', true],
  ['test', 'src/test/a.ts', true],
  ['test', 'src/tests/a.ts', false],
  ['test/', 'src/test/a.ts', true],
  ['/test', 'test/a.ts', true],
  ['/test', 'src/test/a.ts', false],
  ['docs/*.md', 'docs/a.md', true],
  ['docs/*.md', 'docs/more/a.md', false],
  ['docs/**', 'docs/more/a.md', true],
  ['docs/**/a.md', 'docs/a.md', true],
  ['**/a.md', 'docs/more/a.md', true],
  ['a?c', 'x/abc', true],
  ['a?c', 'a/c', false],
  ['a.c', 'abc', false],
  ['x[ab]', 'x[ab]', true],
  ['ü*😀', 'über😀', true],
])('%s against %s: %s', (pattern, path, isIgnored) => {
  expect(ignoresPath(parseIgnoredPaths(pattern), path)).toBe(isIgnored)
})

test('many stars take no longer than their number and the length of the path', () => {
  const began = process.cpuUsage()
  const ignored = parseIgnoredPaths(`${'*a'.repeat(200)}b`)
  expect(ignoresPath(ignored, 'a'.repeat(4000))).toBe(false)
  expect(process.cpuUsage(began).user / 1000).toBeLessThan(2000)
})
