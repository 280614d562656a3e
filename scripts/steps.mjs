// What start, test, dev and bench share. Node's own modules only: these run before anything is installed.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** Ends with one clear sentence instead of a stack. */
export function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}

export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  fail(
    `Chatwright needs Node.js 20.19 or newer; this is ${process.version}. Install a newer one from https://nodejs.org.`,
  )
}

/** Runs a command with its output shown; returns its exit code. */
export function run(command, args, options = {}) {
  const result = spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options })
  if (result.error) fail(`${command} could not be started: ${result.error.message}`)
  return result.status ?? 1
}

/**
 * Starts a script of Node's beside whatever comes next. What is returned waits for its end, shows what it said, never amid
 * what others say (unless the options hand it our own output), and answers its exit code.
 */
export function runBeside(args, options = {}) {
  const child = spawn(node, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], ...options })
  const said = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => said.push(chunk))
  const ended = new Promise((resolve) => child.once('close', resolve))
  child.once('error', (error) => fail(`${args[0]} could not be started: ${error.message}`))
  return async () => {
    const code = await ended
    process.stdout.write(Buffer.concat(said))
    return code ?? 1
  }
}

/** Runs npm: the one that runs us, where there is one. On Windows it is a batch file, which needs a shell. */
export function runNpm(args, options = {}) {
  const script = process.env.npm_execpath
  if (script?.endsWith('.js')) return run(node, [script, ...args], options)
  return run('npm', args, { shell: process.platform === 'win32', ...options })
}

/** Installs the locked dependencies when they are missing or the lock file has changed since. */
export function installDependencies() {
  const stamp = join(root, 'node_modules', '.chatwright-installed')
  const wanted = digest(readFileSync(join(root, 'package-lock.json')))
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  console.log('Installing dependencies (once)…')
  // Not `npm ci`: it refuses a lock file that lacks native parts for other systems, and those are not published everywhere.
  // Tools to build with are wanted in production too.
  const flags = ['--include=dev', '--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error']
  const status = runNpm(['install', ...flags])
  if (status !== 0)
    fail('Installing the dependencies failed; the lines above say why. Check the network and try again.')
  writeFileSync(stamp, wanted)
}

/** Builds the server and the browser application when their sources are newer than what was built. */
export function buildProduct() {
  buildServer()
  buildIfStale('browser application', uiSources(), () => {
    const rsbuild = [bin('@rsbuild/core', 'rsbuild'), 'build', '--root', 'packages/ui', '--log-level', 'warn']
    must(rsbuild, 'The browser application could not be built; see above.')
    must(['scripts/compress-app.mjs'], 'The built files could not be compressed; see above.')
  })
}

export function buildServer() {
  buildIfStale('server', serverSources(), () => {
    must(compiling('packages/server'), 'The server does not compile; see above.', { env: roomForGo })
    must(['packages/nodes/scripts/build-catalogue.mjs'], 'The catalogue could not be built; see above.')
    must(['scripts/bundle-server.mjs'], 'The server could not be bundled; see above.')
  })
}

/** The compiler's script and its options. Each of several checkers would find out most of the types again. */
export function compiling(...projects) {
  return [bin('typescript', 'tsc'), '-b', '--checkers', '1', ...projects]
}

/**
 * What the compiler and the linter run with, both written in Go: collecting garbage that there is room for took a third of
 * their time.
 */
export const roomForGo = { ...process.env, GOGC: '400', GOMEMLIMIT: '3GiB' }

/** Runs a script of Node's or ends with the sentence. */
export function must(args, sentence, options = {}) {
  if (run(node, args, options) !== 0) fail(sentence)
}

export const node = process.execPath

/** The script behind a package's command, so that no shell or shim stands between. */
export function bin(packageName, command) {
  const folder = join(root, 'node_modules', packageName)
  const { bin: declared } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return join(folder, typeof declared === 'string' ? declared : declared[command])
}

function serverSources() {
  return ['core', 'contract', 'code', 'importers', 'engine', 'nodes', 'server']
    .flatMap((name) => [join('packages', name, 'src'), join('packages', name, 'package.json')])
    .concat([
      'packages/nodes/icons',
      'packages/nodes/templates',
      'packages/nodes/scripts',
      'scripts/bundle-server.mjs',
      'scripts/packing/server-bundle.mjs',
      'tsconfig.base.json',
      'package-lock.json',
    ])
}

function uiSources() {
  return ['core', 'contract', 'ui']
    .map((name) => join('packages', name, 'src'))
    .concat([
      'packages/ui/rsbuild.config.ts',
      'packages/ui/canvas-files.ts',
      'packages/ui/compile-early.ts',
      'packages/ui/packages-inside.ts',
      'packages/ui/routes-only.ts',
      'packages/ui/shared-files.ts',
      'packages/ui/package.json',
      'scripts/compress-app.mjs',
      'packages/ui/public',
      'docs',
      'package-lock.json',
    ])
}

/** Has it built again next time, whatever lies there. */
export function forgetBuild(name) {
  rmSync(stampOf(name), { force: true })
}

function stampOf(name) {
  return join(root, 'node_modules', '.cache', 'chatwright', `${name.replaceAll(' ', '-')}.stamp`)
}

function buildIfStale(name, sources, build) {
  const stamp = stampOf(name)
  const wanted = digest(sources.flatMap((path) => fingerprints(join(root, path))).join('\n'))
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted && isBuilt(name)) return
  console.log(`Building the ${name}…`)
  build()
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, wanted)
}

function isBuilt(name) {
  return existsSync(join(root, name === 'server' ? 'packages/server/bundle/cli.js' : 'packages/ui/dist/app/index.html'))
}

/** Name, size and time of every file: enough to see a change, cheap enough for every start. */
function fingerprints(path) {
  if (!existsSync(path)) return []
  const stats = statSync(path)
  if (!stats.isDirectory()) return [`${path} ${stats.size} ${stats.mtimeMs}`]
  return readdirSync(path)
    .sort()
    .filter((entry) => !/\.test\.tsx?$/.test(entry))
    .flatMap((entry) => fingerprints(join(path, entry)))
}

function digest(content) {
  return createHash('sha256').update(content).digest('hex')
}
