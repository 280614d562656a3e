import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const source = fileURLToPath(new URL('../packages/server/src/', import.meta.url))
const home = join('runs', 'runs', 'kinds')

const kinds = /z\.literal\('([\w-]+)'\)/g
const shapes = ['run-job.ts', ...readdirSync(join(source, home)).map((file) => join('kinds', file))]
const names = shapes.flatMap((file) =>
  [...readFileSync(join(source, 'runs', 'runs', file), 'utf8').matchAll(kinds)].map(([, name]) => name),
)

/** The same words name other things here: a call to a flow, and what a backup opens. */
const others = new Set([
  join('improving', 'replays', 'run-recorded.ts'),
  join('transfer', 'snapshots', 'restored-access.ts'),
])

test('what a job of a kind is treated like is decided in the table of kinds alone', () => {
  expect(names).toEqual(expect.arrayContaining(['question', 'continue', 'flow', 'load', 'knowledge']))
  const asking = new RegExp(`kind\\s*[!=]==\\s*'(${names.join('|')})'|\\bjob\\.kind\\s*[!=]==`)
  const found = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (file) =>
      file.endsWith('.ts') &&
      !file.endsWith('.test.ts') &&
      !file.startsWith(home) &&
      !others.has(file) &&
      asking.test(readFileSync(join(source, file), 'utf8')),
  )
  expect(found).toEqual([])
})
