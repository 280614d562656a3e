// npm test: sets everything up, runs every check and every test, ends with "N passed, N failed".
import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { bin, buildProduct, compiling, installDependencies, requireNode, roomForGo, root, runBeside } from './steps.mjs'
import { systemPackagesBeside } from './system-packages.mjs'

requireNode()
const systemPackages = systemPackagesBeside()
installDependencies()

const results = join(root, 'node_modules', '.cache', 'chatwright', 'test-results.json')
rmSync(results, { force: true })

let passed = 0
let failed = 0

await check('TypeScript is the pinned one', () => {
  const pinned = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).devDependencies.typescript
  const installed = JSON.parse(readFileSync(join(root, 'node_modules/typescript/package.json'), 'utf8')).version
  if (pinned !== installed) console.error(`typescript is ${installed}, package.json pins ${pinned}`)
  return pinned === installed
})
// These need nothing that is built.
// One thread for each two cores: every thread of the linter finds out most of the types again, and these run side by side.
const checking = { env: { ...roomForGo, GOMAXPROCS: String(Math.ceil(availableParallelism() / 2)) } }
const lint = runBeside([bin('oxlint', 'oxlint'), '--type-aware', '--deny-warnings'], checking)
const format = runBeside([bin('oxfmt', 'oxfmt'), '--check'])
const deadCode = runBeside([bin('knip', 'knip')])
buildProduct()
const types = runBeside(compiling(), checking)

await systemPackages
// The tests begin while the checks go on, and fill what those leave of the processors.
const vitest = [bin('vitest', 'vitest'), 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${results}`]
const folder = temporaryFolder()
const tests = runBeside([...vitest, ...process.argv.slice(2)], {
  env: { ...process.env, CHATWRIGHT_FULL_TEST: '1', TMPDIR: folder },
  stdio: ['inherit', 'inherit', 'inherit'],
})
const status = await tests()
await check('Types', async () => (await types()) === 0)
await check('Lint', async () => (await lint()) === 0)
await check('Format', async () => (await format()) === 0)
await check('No dead code', async () => (await deadCode()) === 0)
rmSync(folder, { recursive: true, force: true })
try {
  const report = JSON.parse(readFileSync(results, 'utf8'))
  passed += report.numPassedTests
  failed += report.numFailedTests
  // A file that could not be loaded counts no test; the run has failed all the same.
  if (status !== 0 && report.numFailedTests === 0) failed += Math.max(1, report.numFailedTestSuites)
} catch {
  console.error('The test runner wrote no report.')
  failed += 1
}

console.log(`\n${passed} passed, ${failed} failed`)
process.exit(failed === 0 && status === 0 ? 0 : 1)

/**
 * Where the tests keep their databases, thousands of them: in memory where there is plenty, as each durable write of the
 * product would wait for the disk.
 */
function temporaryFolder() {
  const place = roomIn('/dev/shm') > 4 * 1024 ** 3 && process.availableMemory() > 8 * 1024 ** 3 ? '/dev/shm' : tmpdir()
  const folder = mkdtempSync(join(place, 'chatwright-tests-'))
  // PostgreSQL runs as another user.
  chmodSync(folder, 0o1777)
  return folder
}

function roomIn(path) {
  try {
    const { bavail, bsize } = statfsSync(path)
    return bavail * bsize
  } catch {
    return 0
  }
}

async function check(name, isFine) {
  console.log(`\n▸ ${name}`)
  if (await isFine()) passed += 1
  else {
    failed += 1
    console.error(`✗ ${name}`)
  }
}
