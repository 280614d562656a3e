// npm run dev: recompiles and restarts the server on change, and reloads the browser application in place.
import { spawn } from 'node:child_process'
import { bin, buildProduct, installDependencies, node, requireNode } from './steps.mjs'

requireNode()
installDependencies()
buildProduct()

const children = [
  spawn(node, [bin('typescript', 'tsc'), '-b', '--watch', '--preserveWatchOutput', 'packages/server'], {
    stdio: 'inherit',
  }),
  spawn(
    node,
    [
      '--watch-path=packages/server/dist',
      '--watch-path=packages/engine/dist',
      '--watch-path=packages/nodes/dist',
      'scripts/dev-server.mjs',
      'start',
    ],
    { stdio: 'inherit' },
  ),
  spawn(node, [bin('@rsbuild/core', 'rsbuild'), 'dev', '--root', 'packages/ui'], {
    stdio: 'inherit',
    env: { ...process.env, CHATWRIGHT_API: `http://127.0.0.1:${process.env.PORT ?? 3000}` },
  }),
]

function stop() {
  for (const child of children) child.kill('SIGTERM')
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
for (const child of children) child.on('exit', stop)
