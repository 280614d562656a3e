// How the built server is put into few files, for a clone and for the package alike.
import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { rolldown } from 'rolldown'
import { root } from '../steps.mjs'

const packages = join(root, 'packages')
const nodes = join(packages, 'nodes/dist')

/** Where the shared parts of the server lie, below what stands for the folder `packages`. */
const PARTS = 'server/bundle'

/** What packages read at run time from files beside their modules. */
const READ_AT_RUN_TIME = [
  'sql.js/dist/sql-wasm.wasm',
  '@jitl/quickjs-ng-wasmfile-release-sync/dist/emscripten-module.wasm',
]

/** The path of a package below a folder of packages, with what follows in it. */
const IN_PACKAGES = /^.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)[\\/](.*)$/

/** What packages ask for at every start and this server never calls. To read it would be a tenth of the start. */
const NEVER_CALLED = {
  // Bodies are checked by zod, and the application says so (app.ts).
  '@fastify/ajv-compiler': 'fastify',
  '@fastify/fast-json-stringify-compiler': 'fastify',
  // Requests of tests, which go without this bundle.
  'light-my-request': 'fastify',
  'node:http2': 'fastify',
  // Folders that are listed before the start, where ours are looked into for each request.
  glob: '@fastify/static',
}

/** The command, and what other programs import as `chatwright/run`. */
export const COMMAND = {
  'server/bundle/cli': join(packages, 'server/dist/cli.js'),
  'server/bundle/run': join(packages, 'server/dist/run.js'),
}

/** What the command starts as processes and threads of their own, by the place where it was built. */
export function startedApart() {
  const own = [
    'guards/sandbox/sandbox-child',
    'guards/isolate/isolate-child',
    'knowledge/vectors/vector-thread',
    'improving/dry-replays/dry-replay-thread',
  ]
  const files = [
    ...own.map((name) => `server/dist/${name}.js`),
    ...isolatedModules().map((name) => `nodes/dist/${name}`),
  ]
  return Object.fromEntries(files.map((file) => [file.replace(/\.js$/, ''), join(packages, file)]))
}

/** What nodes run in a process apart has a default export too, and declares nothing. */
function isolatedModules() {
  const declared = new Set(declaredModules())
  const files = readdirSync(nodes, { recursive: true, encoding: 'utf8' }).map((file) => file.split('\\').join('/'))
  return files.filter(
    (file) =>
      file.endsWith('.js') &&
      !declared.has(file) &&
      existsSync(join(packages, 'nodes/src', file.replace(/\.js$/, '.ts'))) &&
      /^export default (async )?function /m.test(readFileSync(join(nodes, file), 'utf8')),
  )
}

/**
 * Bundles entries, each named by the place it keeps below the folder that stands for `packages`. Whatever looks for a
 * file beside itself (a child process, an icon) finds it where it is in a clone.
 * @param {{ folder: string, entries: Record<string, string>, isOutside: (id: string, importer?: string) => boolean }} options
 * @returns {Promise<{ file: string, imports: string[], later: string[], modules: string[] }[]>} the files: what each loads at
 *   once, what when it is asked for, and what went in
 */
export async function bundleServer({ folder, entries, isOutside }) {
  const bundle = await rolldown({
    input: entries,
    platform: 'node',
    external: (id, importer) => isPackage(id) && isOutside(id, importer),
    plugins: [nodesByName(), startsBundled(), placesOfFiles(), leavesOut()],
    onLog(level, log, handle) {
      if (log.code !== 'EVAL' && log.code !== 'COMMONJS_VARIABLE_IN_ESM') handle(level, log)
    },
  })
  const { output } = await bundle.write({
    dir: folder,
    format: 'esm',
    // One letter beyond Latin-1 makes Node keep a whole file at two bytes a letter; what it reads, comments too, it keeps.
    charset: 'ascii',
    comments: { legal: true, jsdoc: false, annotation: false },
    entryFileNames: (chunk) => `${chunk.name}${chunk.name.includes('/workers/') ? '.mjs' : '.js'}`,
    chunkFileNames: `${PARTS}/[name]-[hash].js`,
  })
  await bundle.close()
  const files = output
    .filter((chunk) => chunk.type === 'chunk')
    .map(({ fileName: file, imports, dynamicImports: later, modules }) => ({
      file,
      imports,
      later,
      modules: Object.keys(modules),
    }))
  copyReadFiles(
    folder,
    files.flatMap(({ modules }) => modules),
  )
  return files
}

export function isPackage(id) {
  return !id.startsWith('.') && !id.startsWith('/') && !/^[a-z]:\\/i.test(id) && !id.startsWith('\0')
}

export function isOurs(importer) {
  return importer !== undefined && !importer.includes(`${sep}node_modules${sep}`)
}

export function packageOf(id) {
  return id.split('/', id.startsWith('@') ? 2 : 1).join('/')
}

/** The catalogue imports a node by its path, which no bundler can follow: here it gets a table of all of them. */
function nodesByName() {
  const module = join(nodes, 'catalogue/own-modules.js')
  return {
    name: 'nodes-by-name',
    load(id) {
      if (id !== module) return null
      const table = declaredModules().map((path) => `${quote(path)}: () => import(${quote(join(nodes, path))}),`)
      return `
        export const ownRoot = new URL('../', import.meta.url)
        const modules = { ${table.join('\n')} }
        export const importOwn = async (module) => (await modules[module]()).default`
    },
  }
}

/** In place of what is never called stands a function that says so. */
function leavesOut() {
  const mark = '\0left-out:'
  return {
    name: 'leaves-out',
    resolveId: {
      order: 'pre',
      handler(id, importer) {
        const [, asker] = IN_PACKAGES.exec(importer ?? '') ?? []
        return asker !== undefined && NEVER_CALLED[id] === asker.split(sep).join('/') ? mark + id : null
      },
    },
    load(id) {
      if (!id.startsWith(mark)) return null
      const sentence = quote(
        `${id.slice(mark.length)} was left out of this build: see scripts/packing/server-bundle.mjs`,
      )
      return {
        code: `const leftOut = () => { throw new Error(${sentence}) }
          module.exports = new Proxy(leftOut, { get: () => leftOut })`,
        moduleType: 'js',
      }
    },
  }
}

/** What runs bundled starts what was bundled; what was compiled starts what was compiled. */
function startsBundled() {
  const module = join(packages, 'server/dist/guards/isolate/uses-bundle.js')
  return {
    name: 'starts-bundled',
    load: (id) => (id === module ? 'export const usesBundle = true' : null),
  }
}

/** The modules of nodes and credentials. */
function declaredModules() {
  const manifest = JSON.parse(readFileSync(join(nodes, 'manifest.json'), 'utf8'))
  return [...new Set([...manifest.nodes, ...manifest.credentials].map((entry) => entry.module))]
}

/**
 * A module may end up in any file of the bundle, so its own place is written down from that file's. Ours keep the place
 * they have below `packages`; what a package reads lies in a folder of that package.
 */
function placesOfFiles() {
  const mark = (place) => `"chatwright-place:${place}"`
  return {
    name: 'places-of-files',
    transform(code, id) {
      const place = placeOf(id)
      if (place === undefined) return null
      const url = `new URL(${mark(place)}, import.meta.url)`
      if (isOurs(id)) return code.includes('import.meta.url') ? code.replaceAll('import.meta.url', `${url}.href`) : null
      const here = `process.getBuiltinModule("node:url").fileURLToPath(new URL(${mark(dirname(place))}, import.meta.url))`
      return code.replaceAll('import.meta.url', `${url}.href`).replaceAll(/\b__dirname\b/g, here)
    },
    renderChunk(code, chunk) {
      const from = dirname(chunk.fileName)
      return code.replaceAll(/(["'`])chatwright-place:([^"'`]+)\1/g, (_, _quote, place) =>
        quote(relative(from, place).split(sep).join('/')),
      )
    },
  }
}

function placeOf(id) {
  if (isOurs(id)) return relative(packages, id).split(sep).join('/')
  const [, name, path] = IN_PACKAGES.exec(id) ?? []
  const isReader = READ_AT_RUN_TIME.some((file) => file.startsWith(`${name?.split(sep).join('/')}/`))
  return isReader ? `${PARTS}/${name}/${path}`.split(sep).join('/') : undefined
}

function copyReadFiles(folder, modules) {
  for (const file of READ_AT_RUN_TIME) {
    const module = modules.find((id) =>
      id
        .split(sep)
        .join('/')
        .includes(`/node_modules/${packageOf(file)}/`),
    )
    if (!module) continue
    const installed = module
      .split(sep)
      .join('/')
      .replace(new RegExp(`(/node_modules/)${packageOf(file)}/.*$`), `$1${file}`)
    cpSync(installed, join(folder, PARTS, file))
  }
}

function quote(text) {
  return JSON.stringify(text)
}
