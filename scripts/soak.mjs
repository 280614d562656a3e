// npm run soak [name…] [-- --all]: builds the product, then attacks it for as long as it takes. Minutes, not seconds.
// --all tries every mutant instead of a sample. `advisories` asks OSV about every package that ours brings along.
import { bin, buildProduct, installDependencies, node, requireNode, run } from './steps.mjs'
import { installSystemPackages } from './system-packages.mjs'

requireNode()
installDependencies()
const names = process.argv.slice(2).filter((word) => word !== '--all')
const attacks = names.filter((name) => name !== 'advisories')
const isAttacking = names.length === 0 || attacks.length > 0
const isAsking = names.length === 0 || attacks.length < names.length
if (isAttacking) installSystemPackages()
buildProduct()
const env = { ...process.env, ...(process.argv.includes('--all') && { CHATWRIGHT_MUTANTS: 'all' }) }
const attack = [bin('vitest', 'vitest'), 'run', '--config', 'soak/vitest.config.ts', ...attacks]
const attacked = isAttacking ? run(node, attack, { env }) : 0
// Last, so that its verdict stands at the end. Where OSV can't be asked, the soak has not passed.
const advisories = isAsking ? run(node, ['scripts/check-advisories.mjs']) : 0
process.exit(attacked || advisories)
