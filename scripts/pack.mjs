// npm run pack -- --out <folder>: builds the product and leaves it there as one file, for `npm install`. With --keep <folder>,
// what went into the file stays there, in `package`, and `parts.json` tells what each file of the server holds and loads. A package that is
// published says with --repository <address> where it was built from: npm compares that with its provenance.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { buildProduct, fail, installDependencies, requireNode, runNpm } from './steps.mjs'

requireNode()
const { values } = parseArgs({
  options: { out: { type: 'string' }, keep: { type: 'string' }, repository: { type: 'string' } },
})
if (!values.out) fail('Say where the package goes: npm run pack -- --out <folder>')
const cwd = process.env.INIT_CWD ?? process.cwd()
const out = resolve(cwd, values.out)

installDependencies()
buildProduct()

const staged = values.keep ? resolve(cwd, values.keep) : mkdtempSync(join(tmpdir(), 'chatwright-pack-'))
const folder = join(staged, 'package')
mkdirSync(folder, { recursive: true })
try {
  // Loaded now and not above: the bundler may have been installed just before.
  const { stagePackage } = await import('./packing/stage-package.mjs')
  writeFileSync(
    join(staged, 'parts.json'),
    JSON.stringify(await stagePackage(folder, { repository: values.repository })),
  )
  mkdirSync(out, { recursive: true })
  const packed = ['pack', '--pack-destination', out, '--ignore-scripts', '--loglevel=error']
  if (runNpm(packed, { cwd: folder }) !== 0) fail('The package could not be written; see above.')
} finally {
  if (!values.keep) rmSync(staged, { recursive: true, force: true })
}
