// npm run soak [name…] [-- --all]: builds the product, then attacks it for as long as it takes. Minutes, not seconds.
// --all tries every mutant instead of a sample.
import { bin, buildProduct, installDependencies, node, requireNode, run } from './steps.mjs'
import { installSystemPackages } from './system-packages.mjs'

requireNode()
installDependencies()
installSystemPackages()
buildProduct()
const names = process.argv.slice(2).filter((word) => word !== '--all')
const env = { ...process.env, ...(process.argv.includes('--all') && { CHATWRIGHT_MUTANTS: 'all' }) }
process.exit(run(node, [bin('vitest', 'vitest'), 'run', '--config', 'soak/vitest.config.ts', ...names], { env }))
