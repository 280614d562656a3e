// npm run soak [name…]: builds the product, then attacks it for as long as it takes. Minutes, not seconds.
import { bin, buildProduct, installDependencies, node, requireNode, run } from './steps.mjs'
import { installSystemPackages } from './system-packages.mjs'

requireNode()
installDependencies()
installSystemPackages()
buildProduct()
process.exit(run(node, [bin('vitest', 'vitest'), 'run', '--config', 'soak/vitest.config.ts', ...process.argv.slice(2)]))
