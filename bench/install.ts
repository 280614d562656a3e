// What somebody waits for who has nothing but Node: the package is made, installed into an empty folder and started.
// Needs the package registry.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { report, summarise } from './lib/figures.ts'
import { waitForFirstWord } from './lib/first-word.ts'
import { startProduct } from './lib/product.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'chatwright-install-'))
const megabytes = (bytes: number) => bytes / 1024 ** 2
try {
  const packed = join(folder, 'packed')
  execFileSync(process.execPath, [join(root, 'scripts/pack.mjs'), '--out', packed], { stdio: 'ignore' })
  const [name = ''] = readdirSync(packed)
  const empty = join(folder, 'empty')
  mkdirSync(empty)
  writeFileSync(join(empty, 'package.json'), '{}')

  const startedAt = performance.now()
  // A cache of its own: what a machine does that has never seen any of it.
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', '--cache', join(folder, 'cache')]
  execFileSync('npm', ['install', ...flags, join(packed, name)], { cwd: empty, stdio: 'inherit' })
  const installedAfter = (performance.now() - startedAt) / 1000

  const boots: number[] = []
  for (let i = 0; i < 5; i += 1) boots.push(await boot(empty))
  const ready = summarise(boots)
  const installed = JSON.parse(readFileSync(join(empty, 'node_modules/.package-lock.json'), 'utf8')) as {
    packages: object
  }
  report([
    { name: 'The package', value: megabytes(statSync(join(packed, name)).size), unit: 'MB' },
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
  const product = await startProduct({}, join(place, 'node_modules/chatwright/server/bin/chatwright.mjs'))
  await waitForFirstWord(product.url)
  await product.stop()
  return product.bootMs
}

function sizeOf(path: string): number {
  return readdirSync(path, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
}
