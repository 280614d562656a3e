import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { countSteps, type Expression } from './patterns/count-steps.ts'
import { hostileTexts, type Attack } from './patterns/hostile-texts.ts'
import { readPattern } from './patterns/pattern-tree.ts'
import { patternsIn } from './patterns/patterns-in.ts'

// Every regular expression of the product, found in its sources: one that is written tomorrow is tested tomorrow.
const root = dirname(dirname(fileURLToPath(import.meta.url)))
const sources = readdirSync(join(root, 'packages'))
  .map((name) => join(root, 'packages', name, 'src'))
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/\.(?:test|fixture)\.tsx?$|(?:^|\/)(?:testing|fixtures)\//.test(file))
      .map((file) => join(folder, file)),
  )
  .map((file) => ({ file: relative(root, file), ...patternsIn(readFileSync(file, 'utf8'), file) }))

/** Patterns made from data can be anything: each has a reason to be harmless. */
const BUILT_FOR_A_REASON: Record<string, string> = {
  'packages/nodes/src/answerer/small-talk.ts': 'put together from lists of words in the same file',
  'packages/nodes/src/http/fill-path.ts': 'a choice of names, every sign of them escaped',
  'packages/server/src/runs/executions/share-mask.ts': 'ids of fewer than eight letters, every sign of them escaped',
  'packages/server/src/door/http/static-app.ts': 'put together from the paths of our screens',
  'packages/nodes/src/text-splitters/token-encoder.ts': 'the words of the tables that come with the encoder',
  'packages/ui/src/components/markdown/split-blocks.ts': 'a number of the same sign between blanks',
  'packages/ui/src/features/canvas/model/palette-search.ts': 'what a person typed, every sign of it escaped',
}

/** From this length to three times it; linear time grows threefold, the square of the length ninefold. */
const SHORT = 40
const LONG = 3 * SHORT
const MOST_GROWTH = 4.2

describe('no text makes a pattern take more than linear time', () => {
  const places = new Map<string, Set<string>>()
  for (const { file, literals } of sources) {
    for (const { source, flags } of literals) {
      const pattern = `/${source}/${flags}`
      places.set(pattern, (places.get(pattern) ?? new Set()).add(file))
    }
  }

  test.each([...places])('%s', (pattern, files) => {
    expect(slowestGrowth(pattern), [...files].join(', ')).toBeUndefined()
  })
})

test('patterns are written down, not made from data, unless for a reason', () => {
  const built = sources.filter((source) => source.built.length > 0).map(({ file }) => file)
  expect(built.filter((file) => BUILT_FOR_A_REASON[file] === undefined)).toEqual([])
})

test.each([
  [String.raw`/\{\{\s*([^{}]+?)\s*\}\}/g`],
  [String.raw`/(a+)+$/`],
  [String.raw`/\s+$/`],
  [String.raw`/<[^>]*>/g`],
  [String.raw`/^(\w|\d)*$/`],
  [String.raw`/^_+|_+$/g`],
  [String.raw`/(?<!^# .*)\n/m`],
])('%s would be found', (pattern) => {
  expect(slowestGrowth(pattern)).toBeDefined()
})

/** The first text, if any, for which the work grows faster than the text. */
function slowestGrowth(pattern: string): (Attack & { growth: number }) | undefined {
  const end = pattern.lastIndexOf('/')
  const source = pattern.slice(1, end)
  const expression: Expression = { pattern: readPattern(source), flags: pattern.slice(end + 1) }
  for (const attack of hostileTexts(source, expression)) {
    const steps = (length: number): number => countSteps(expression, textOf(attack, length))
    const long = steps(LONG)
    const growth = long === Number.POSITIVE_INFINITY ? long : long / steps(SHORT)
    if (growth > MOST_GROWTH) return { ...attack, growth }
  }
  return undefined
}

function textOf({ start, pump, end }: Attack, length: number): string {
  return start + pump.repeat(Math.ceil(length / pump.length)) + end
}
