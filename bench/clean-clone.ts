// How long a newcomer waits: from `git clone` over `npm start`, which installs and builds, to the first streamed word
// about a document of their own. Needs the package registry, and about a minute and a half.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { report } from './lib/figures.ts'
import { waitForFirstWord } from './lib/first-word.ts'
import { npmStart } from './lib/npm-start.ts'

const repository = fileURLToPath(new URL('../../', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'chatwright-clone-'))
try {
  const startedAt = performance.now()
  const seconds = () => (performance.now() - startedAt) / 1000
  execFileSync('git', ['clone', '--quiet', '--no-hardlinks', repository, folder], { stdio: 'inherit' })
  const clonedAfter = seconds()
  const product = await npmStart(folder)
  const readyAfter = seconds()
  const { loadingMs, firstTokenMs } = await waitForFirstWord(product.url)
  const wordAfter = readyAfter + (loadingMs + firstTokenMs) / 1000
  await product.stop()

  const againAt = performance.now()
  const again = await npmStart(folder)
  const againReadyMs = performance.now() - againAt
  const second = await waitForFirstWord(again.url)
  await again.stop()
  report([
    {
      name: 'From a clean clone to the first word',
      value: wordAfter,
      unit: 's',
      cap: 180,
    },
    { name: '  of which: cloning', value: clonedAfter, unit: 's' },
    { name: '  of which: npm start, with install and build', value: readyAfter - clonedAfter, unit: 's' },
    { name: '  of which: document to first word', value: wordAfter - readyAfter, unit: 's' },
    {
      name: 'From npm start, the second time, to the first word',
      value: (againReadyMs + second.loadingMs + second.firstTokenMs) / 1000,
      unit: 's',
      cap: 10,
    },
  ])
} finally {
  rmSync(folder, { recursive: true, force: true })
}
