// npm run coverage [-- --journeys [name…]]: which branches of the browser application its own tests come by; with --journeys also
// what Chromium comes by, in all journeys or in those named.
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { countBranches } from './measuring/count-branches.mjs'
import { addJourneys } from './measuring/add-journeys.mjs'
import { bin, buildProduct, fail, forgetBuild, installDependencies, node, requireNode, root, run } from './steps.mjs'
import { installSystemPackages } from './system-packages.mjs'

requireNode()
installDependencies()

const folder = join(root, 'coverage')
const written = join(folder, 'coverage-final.json')
const journeys = join(folder, 'journeys')
const vitest = [bin('vitest', 'vitest'), 'run']
rmSync(folder, { recursive: true, force: true })

const args = process.argv.slice(2)
let status = run(node, [...vitest, '--project', 'ui', '--coverage'])
if (!existsSync(written)) fail('The tests of the browser application wrote no coverage; see above.')
const own = countBranches(written)

if (args.includes('--journeys')) {
  installSystemPackages()
  buildProduct()
  mkdirSync(journeys, { recursive: true })
  // What is built here is for measuring only: whatever starts the product next builds it again.
  forgetBuild('browser application')
  const env = { ...process.env, CHATWRIGHT_COVERAGE: journeys }
  const rsbuild = [bin('@rsbuild/core', 'rsbuild'), 'build', '--root', 'packages/ui', '--log-level', 'warn']
  if (run(node, rsbuild, { env }) !== 0) fail('The browser application could not be built; see above.')
  const names = args.filter((word) => word !== '--journeys')
  status = Math.max(status, run(node, [...vitest, '--project', 'e2e', ...names], { env }))
  const { matched, unmatched } = await addJourneys(written, journeys)
  console.log(`Of the branches that Chromium loaded, ${matched} were found in the sources and ${unmatched} were not.`)
}

const all = countBranches(written)
for (const [name, [hit, total]] of all.folders) console.log(`${share(hit, total)}  ${hit} of ${total}  ${name}`)
console.log(`\nBranches of packages/ui/src that its own tests come by: ${told(own)}`)
if (args.includes('--journeys')) console.log(`Together with the journeys: ${told(all)}`)
process.exit(status)

function told({ hit, total }) {
  return `${share(hit, total).trim()} (${hit} of ${total})`
}

function share(hit, total) {
  return `${((100 * hit) / Math.max(total, 1)).toFixed(1)} %`.padStart(7)
}
