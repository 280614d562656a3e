import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const packages = join(dirname(dirname(fileURLToPath(import.meta.url))), 'packages')

/** What the product is made of, without what only tests it. */
const sources = readdirSync(packages)
  .flatMap((name) =>
    readdirSync(join(packages, name, 'src'), { recursive: true, encoding: 'utf8' }).map((file) =>
      join(name, 'src', file),
    ),
  )
  .filter((file) => /\.tsx?$/.test(file) && !/\.(test|fixture)\.tsx?$|\/testing\//.test(file))
  .map((file) => ({ file, text: readFileSync(join(packages, file), 'utf8') }))

/** Where events of another process are checked, all kinds in one table. */
const BOUNDARY = join('contract', 'src', 'run-events.ts')

// Declared, told by a node, folded, told to older clients, and judged by whoever takes a run over.
test.each(['used-tools', 'called-tools', 'documents-loaded', 'documents-stored'])(
  'a kind of event such as %s is known to five files at most: the rest goes by the reducer',
  (kind) => {
    const knowing = sources
      .filter(({ file, text }) => text.includes(`'${kind}'`) && file !== BOUNDARY)
      .map(({ file }) => file)
    expect(knowing.length, knowing.join('\n')).toBeLessThanOrEqual(5)
    expect(knowing.length).toBeGreaterThan(0)
  },
)
