import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

import { PLACES, WAYS_TO_ACTIONS } from '../e2e/drivers/places-of-failure.ts'

const source = join(dirname(dirname(fileURLToPath(import.meta.url))), 'packages/ui/src')

const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
  .map((file) => ({ file, code: withoutTexts(readFileSync(join(source, file), 'utf8')) }))

/** A failure of what these load is said in words of their own, or not at all. */
const SPOKEN_FOR = [
  // Without them, everything but guides is found.
  'app/shell/palette/use-kept-things.ts',
  // The bubble says that its chat did not come, and tries again; without the others it is written to and read.
  'widget/chat-element.ts',
]

const PART = /\b(lazyPart|lazyDialog|screen)\(\s*\(\) => import\(/g

test('[NOTE-3] every part that loads lazily stands inside a boundary with a Retry', () => {
  const bare = files.flatMap(({ file, code }) => {
    const imports = code.match(/\bimport\(/g)?.length ?? 0
    const inside = code.match(PART)?.length ?? 0
    return imports > inside ? [[file, imports - inside] as const] : []
  })
  const known = [...Object.keys(WAYS_TO_ACTIONS), ...SPOKEN_FOR].map((file) => [file, 1] as const)
  expect(new Map(bare)).toEqual(new Map(known))
})

test('[NOTE-3] the boundaries are the same for all, and e2e/lazy-parts.e2e.ts sees a part fail in each', () => {
  const users = files.filter(({ code }) => /\blazy(Part|Dialog)\b/.test(code))
  const own = users.flatMap(({ code }) =>
    [...code.matchAll(/\bFailed(?:: ([^\s,}]+)| ?[,}])/g)].map(([, name]) => name),
  )
  const shared = files.flatMap(({ code }) => [...code.matchAll(PART)].map(([, name]) => name))
  // What `screen` and `lazyDialog` hand on themselves.
  const handedOn = new Set(['FailedScreen', 'FailedDialog'])
  expect(new Set([...shared, ...own].filter((name) => !handedOn.has(name ?? '')))).toEqual(new Set(PLACES))
  const declared = files.flatMap(({ file, code }) =>
    [...code.matchAll(/\b(?:function|const|let) (lazyPart|lazyDialog|screen)\b(?=[(<= ])/g)].map(
      ([, name]) => `${name} in ${file}`,
    ),
  )
  expect(declared.sort()).toEqual([
    'lazyDialog in components/lazy-part/lazy-part.tsx',
    'lazyPart in components/lazy-part/lazy-part.tsx',
    'screen in app/load-screen.tsx',
  ])
})

test('[NOTE-3] nothing uses React.lazy, which keeps a failure for good', () => {
  const users = files.filter(({ code }) => /import \{[^}]*\blazy\b[^}]*\} from 'react'|\bReact\.lazy\b/.test(code))
  expect(users.map(({ file }) => file)).toEqual([])
})

/** Comments and template texts speak of imports too. */
function withoutTexts(code: string): string {
  return code
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/^\s*\/\/.*$/gm, '')
    .replaceAll(/`(?:[^`\\]|\\.)*`/g, '``')
}
