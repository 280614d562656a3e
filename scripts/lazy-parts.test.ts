import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const source = join(dirname(dirname(fileURLToPath(import.meta.url))), 'packages/ui/src')

const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
  .map((file) => ({ file, code: withoutTexts(readFileSync(join(source, file), 'utf8')) }))

/** A failure of what these load is an error that somebody shows: through `doOrOffer`, or beside the screen's own code. */
const SPOKEN_FOR = new Map([
  ['i18n/i18n.ts', 1],
  ['features/canvas/model/layout.ts', 1],
  ['app/flow-file/use-load-flow-file.ts', 1],
  // Without them, everything but guides is found.
  ['app/shell/palette/use-kept-things.ts', 1],
  // The bubble says that its chat did not come, and tries again; without the others it is written to and read.
  ['widget/chat-element.ts', 1],
])

test('[NOTE-3] every part that loads lazily stands inside a boundary with a Retry', () => {
  const bare = files.flatMap(({ file, code }) => {
    const imports = code.match(/\bimport\(/g)?.length ?? 0
    const inside = code.match(/\b(lazyPart|lazyDialog|screen)\(\s*\(\) => import\(/g)?.length ?? 0
    return imports > inside ? [[file, imports - inside] as const] : []
  })
  expect(new Map(bare)).toEqual(SPOKEN_FOR)
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
