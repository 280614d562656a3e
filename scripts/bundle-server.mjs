// Puts the built server into few files: a thousand small modules take longer to find and load than to run.
import { readFileSync, rmSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { rolldown } from 'rolldown'
import { root } from './steps.mjs'

const output = join(root, 'packages/server/bundle')
const nodes = join(root, 'packages/nodes/dist')

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

const bundle = await rolldown({
  input: { cli: join(root, 'packages/server/dist/cli.js') },
  platform: 'node',
  external: (id, importer) => isPackage(id) && isOurs(importer) && !neededAtStart.has(packageOf(id)),
  plugins: [nodesByName(), placesOfFiles()],
})
rmSync(output, { recursive: true, force: true })
await bundle.write({ dir: output, format: 'esm', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' })
await bundle.close()

function isPackage(id) {
  return !id.startsWith('.') && !id.startsWith('/') && !/^[a-z]:\\/i.test(id) && !id.startsWith('\0')
}

function isOurs(importer) {
  return importer !== undefined && !importer.includes(`${sep}node_modules${sep}`)
}

function packageOf(id) {
  return id.split('/', id.startsWith('@') ? 2 : 1).join('/')
}

/** The catalogue imports a node by its path, which no bundler can follow: here it gets a table of all of them. */
function nodesByName() {
  const module = join(nodes, 'catalogue/own-modules.js')
  return {
    name: 'nodes-by-name',
    load(id) {
      if (id !== module) return null
      const manifest = JSON.parse(readFileSync(join(nodes, 'manifest.json'), 'utf8'))
      const paths = [...manifest.nodes, ...manifest.credentials].map((entry) => entry.module)
      const table = [...new Set(paths)].map((path) => `${quote(path)}: () => import(${quote(join(nodes, path))}),`)
      return `
        export const ownRoot = new URL('../', import.meta.url)
        const modules = { ${table.join('\n')} }
        export const importOwn = async (module) => (await modules[module]()).default`
    },
  }
}

/** What looks for a file beside itself (a child process, an icon) finds it where it was before. */
function placesOfFiles() {
  return {
    name: 'places-of-files',
    transform(code, id) {
      if (!code.includes('import.meta.url') || !isOurs(id)) return null
      const place = relative(output, id).split(sep).join('/')
      return code.replaceAll('import.meta.url', `new URL(${quote(place)}, import.meta.url).href`)
    },
  }
}

function quote(text) {
  return JSON.stringify(text)
}
