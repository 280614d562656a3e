// node scripts/check-advisories.mjs [--bill <file>] [--osv <address>]: asks OSV which advisories concern the package. Without --bill,
// the bill of materials is made from the product as it was built. Ends with 0 where none does, 1 where one does, 2 where nobody knows.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findAdvisories } from './packing/advisories.mjs'

const { values } = parseArgs({
  options: { bill: { type: 'string' }, osv: { type: 'string', default: 'https://api.osv.dev' } },
})
const bill = JSON.parse(values.bill === undefined ? await billOfProduct() : readFileSync(values.bill, 'utf8'))
process.exitCode = await check()

async function check() {
  try {
    const { asked, advisories } = await findAdvisories(bill, { address: values.osv })
    if (asked === 0) throw new Error('the bill of materials lists no packages')
    if (advisories.length === 0) {
      console.log(`Passed: OSV knows no advisory for any of the ${asked} packages.`)
      return 0
    }
    console.log(`Failed: ${advisories.length} of OSV's advisories concern the ${asked} packages.`)
    for (const { id, severity, summary, purls, fixed } of advisories) {
      console.log(`  ${id} (${severity}): ${summary}`)
      console.log(
        `    in ${purls.join(', ')}; ${fixed.length === 0 ? 'not fixed yet' : `fixed in ${fixed.join(', ')}`}`,
      )
    }
    return 1
  } catch (error) {
    const why = error.cause?.message || error.cause?.code || error.message
    console.log(
      `Inconclusive: the advisories couldn't be read (${why}). Run this again where ${values.osv} can be reached.`,
    )
    return 2
  }
}

async function billOfProduct() {
  const { stagePackage } = await import('./packing/stage-package.mjs')
  const folder = mkdtempSync(join(tmpdir(), 'chatwright-bill-'))
  try {
    await stagePackage(folder)
    return readFileSync(join(folder, 'sbom.cdx.json'), 'utf8')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
