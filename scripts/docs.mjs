// npm run docs: makes a static site of the guides, in docs-site/dist. `-- --base /guides/` for one that stands below an
// address, `-- --serve` to look at it. Its generator is heavy and nobody else needs it, so it has a folder of its own.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { fail, node, requireNode, root, run, runNpm } from './steps.mjs'

requireNode()
const { values } = parseArgs({ options: { base: { type: 'string', default: '/' }, serve: { type: 'boolean' } } })
const site = join(root, 'docs-site')
const base = `/${values.base}/`.replaceAll(/\/{2,}/g, '/')

installGenerator()
const { stagePages } = await import('../docs-site/pages.mjs')
try {
  stagePages()
} catch (error) {
  fail(error.message)
}
const env = { ...process.env, DOCS_BASE: base }
const vitepress = join(site, 'node_modules/vitepress/bin/vitepress.js')
if (run(node, [vitepress, 'build', '.'], { cwd: site, env }) !== 0) fail('The site could not be built; see above.')

const { findDeadLinks, findEmptyPages } = await import('../docs-site/check-site.mjs')
const faults = [...findEmptyPages(join(site, 'dist')), ...findDeadLinks(join(site, 'dist'), base)]
if (faults.length > 0) fail(`The site has faults:\n${faults.join('\n')}`)
console.log(`The site is in ${join(site, 'dist')}.`)
if (values.serve) process.exit(run(node, [vitepress, 'preview', '.'], { cwd: site, env }))

function installGenerator() {
  const stamp = join(site, 'node_modules/.installed')
  const wanted = readFileSync(join(site, 'package-lock.json'), 'utf8')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  console.log('Installing what makes the site (once)…')
  const flags = ['--include=dev', '--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error']
  if (runNpm(['install', ...flags], { cwd: site }) !== 0)
    fail('Installing the generator failed; the lines above say why. Check the network and try again.')
  writeFileSync(stamp, wanted)
}
