// npm run pack -- --out <folder>: builds the product and leaves it there as one file, for `npm install`.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { buildProduct, fail, installDependencies, requireNode, runNpm } from './steps.mjs'

requireNode()
const { values } = parseArgs({ options: { out: { type: 'string' } } })
if (!values.out) fail('Say where the package goes: npm run pack -- --out <folder>')
const out = resolve(process.env.INIT_CWD ?? process.cwd(), values.out)

installDependencies()
buildProduct()

const folder = mkdtempSync(join(tmpdir(), 'chatwright-pack-'))
try {
  // Loaded now and not above: the bundler may have been installed just before.
  const { stagePackage } = await import('./packing/stage-package.mjs')
  await stagePackage(folder)
  mkdirSync(out, { recursive: true })
  const packed = ['pack', '--pack-destination', out, '--ignore-scripts', '--loglevel=error']
  if (runNpm(packed, { cwd: folder }) !== 0) fail('The package could not be written; see above.')
} finally {
  rmSync(folder, { recursive: true, force: true })
}
