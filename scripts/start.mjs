// npm start: installs what is missing, builds what is stale, serves the product.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { buildProduct, installDependencies, node, requireNode, root } from './steps.mjs'

requireNode()
installDependencies()
buildProduct()

const server = spawn(node, [join(root, 'packages/server/bin/chatwright.mjs'), 'start', ...process.argv.slice(2)], {
  stdio: 'inherit',
})
// The terminal sends Ctrl+C to both; a supervisor signals only this process.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => server.kill('SIGTERM'))
server.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)))
