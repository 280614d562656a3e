// What somebody waits for who has nothing but Node: the package is made, installed into an empty folder and started.
// Needs the package registry.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { report, summarise } from './lib/figures.ts'
import { waitForFirstWord } from './lib/first-word.ts'
import { commandInstalled, installInto, packInto } from './lib/package.ts'
import { startProduct } from './lib/product.ts'

const folder = mkdtempSync(join(tmpdir(), 'chatwright-install-'))
const megabytes = (bytes: number) => bytes / 1024 ** 2
try {
  const file = packInto(join(folder, 'packed'))
  const empty = join(folder, 'empty')
  const startedAt = performance.now()
  // A cache of its own: what a machine does that has never seen any of it.
  installInto(empty, file, ['--cache', join(folder, 'cache')])
  const installedAfter = (performance.now() - startedAt) / 1000

  const boots: number[] = []
  for (let i = 0; i < 5; i += 1) boots.push(await boot(empty))
  const ready = summarise(boots)
  const installed = JSON.parse(readFileSync(join(empty, 'node_modules/.package-lock.json'), 'utf8')) as {
    packages: object
  }
  report([
    { name: 'The package', value: megabytes(statSync(file).size), unit: 'MB' },
    { name: 'Installed into an empty folder, nothing cached', value: installedAfter, unit: 's', cap: 40 },
    { name: 'What it takes on the disk', value: megabytes(sizeOf(empty)), unit: 'MB', cap: 150 },
    { name: 'Packages', value: Object.keys(installed.packages).length, unit: 'packages', cap: 80 },
    {
      name: 'From `chatwright` to ready',
      value: ready.median,
      unit: 'ms',
      cap: 1500,
      noise: `${ready.low.toFixed(0)}–${ready.high.toFixed(0)}`,
    },
  ])
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** Starts what was installed on an empty data folder, and asks about a document: ready is what can be worked with. */
async function boot(place: string): Promise<number> {
  const product = await startProduct({}, commandInstalled(place))
  await waitForFirstWord(product.url)
  await product.stop()
  return product.bootMs
}

function sizeOf(path: string): number {
  return readdirSync(path, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
}
