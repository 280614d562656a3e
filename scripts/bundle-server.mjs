// Puts the built server into few files: a thousand small modules take longer to find and load than to run.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { bundleServer, COMMAND, isOurs, packageOf, startedApart } from './packing/server-bundle.mjs'
import { root } from './steps.mjs'

const packages = join(root, 'packages')

/** Needed at every start. All else is loaded from node_modules, and only when something asks for it. */
const neededAtStart = new Set([
  '@chatwright/contract',
  '@chatwright/core',
  '@chatwright/engine',
  '@chatwright/nodes',
  '@fastify/static',
  '@opentelemetry/api',
  'commander',
  'fastify',
  'kysely',
  'pino',
  'prom-client',
  'undici',
  'zod',
])

for (const name of ['server', 'nodes']) rmSync(join(packages, name, 'bundle'), { recursive: true, force: true })
// Beside what was compiled, not in its place: the compiler would not write it again.
const apart = Object.entries(startedApart()).map(([place, file]) => [place.replace('/dist/', '/bundle/'), file])
await bundleServer({
  folder: packages,
  entries: { ...COMMAND, ...Object.fromEntries(apart) },
  isOutside: (id, importer) => isOurs(importer) && !neededAtStart.has(packageOf(id)),
})
