// Puts the built server into few files: a thousand small modules take longer to find and load than to run.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { bundleServer, isOurs, packageOf } from './packing/server-bundle.mjs'
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

rmSync(join(packages, 'server/bundle'), { recursive: true, force: true })
await bundleServer({
  folder: packages,
  entries: { 'server/bundle/cli': join(packages, 'server/dist/cli.js') },
  isOutside: (id, importer) => isOurs(importer) && !neededAtStart.has(packageOf(id)),
})
