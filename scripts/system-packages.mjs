// The programs the tests use for real. On Debian as root they are installed; elsewhere the tests say what to install.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { findChromium, WINDOWLESS } from './find-chromium.mjs'
import { fail, node, run } from './steps.mjs'

const needed = [
  { name: 'chromium', isThere: () => findChromium() !== undefined },
  { name: 'postgresql', isThere: () => hasPostgres() },
  {
    name: 'redis-server',
    isThere: () =>
      ['/usr/bin/redis-server', '/usr/local/bin/redis-server', '/opt/homebrew/bin/redis-server'].some(existsSync),
  },
]

/** Without these the browser takes longer, and the recipes for reverse proxies are not tested. */
const wanted = [
  { name: 'chromium-headless-shell', isThere: () => Boolean(process.env.CHROMIUM) || existsSync(WINDOWLESS) },
  {
    name: 'nginx-light',
    isThere: () => ['/usr/sbin/nginx', '/usr/bin/nginx', '/opt/homebrew/bin/nginx'].some(existsSync),
  },
  {
    name: 'caddy',
    isThere: () => ['/usr/bin/caddy', '/usr/local/bin/caddy', '/opt/homebrew/bin/caddy'].some(existsSync),
  },
]

/** What of them is missing here; ends the process at once where the tests need one that cannot be installed. */
function missingPackages() {
  const missing = namesOfMissing(needed)
  const helpful = namesOfMissing(wanted)
  const canInstall = existsSync('/usr/bin/apt-get') && process.getuid?.() === 0
  if (missing.length > 0 && !canInstall)
    fail(
      `The tests need ${missing.join(', ')}. Install ${missing.length === 1 ? 'it' : 'them'} with your system's package manager and run npm test again.`,
    )
  return canInstall ? { missing, helpful } : { missing: [], helpful: [] }
}

export function installSystemPackages() {
  const { missing, helpful } = missingPackages()
  if (missing.length + helpful.length === 0) return
  console.log(`Installing ${[...missing, ...helpful].join(', ')} (once)…`)
  aptGet('update', '-qq')
  // Fonts: without any, Chromium measures text as empty boxes.
  if (missing.length > 0 && install([...missing, 'fonts-liberation']) !== 0)
    fail(`Installing ${missing.join(', ')} failed; the lines above say why.`)
  // Not every release of Debian has them all: then one by one.
  const lacking = helpful.length === 0 || install(helpful) === 0 ? [] : helpful.filter((name) => install([name]) !== 0)
  if (lacking.length > 0) console.log(`Going on without ${lacking.join(' and ')}.`)
}

/** The same beside whatever comes next; resolves when they are there. */
export async function systemPackagesBeside() {
  missingPackages()
  const child = spawn(node, [fileURLToPath(import.meta.url), '--install'], { stdio: 'inherit' })
  const [code] = await once(child, 'exit')
  if (code !== 0) fail('The programs that the tests use could not be installed; the lines above say why.')
}

function namesOfMissing(programs) {
  return programs.filter((program) => !program.isThere()).map((program) => program.name)
}

function install(packages) {
  return aptGet('install', '-y', '-qq', '--no-install-recommends', ...packages)
}

function aptGet(...args) {
  // Installed, not started: a run level of 1 keeps Debian from starting servers of its own.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  return run('apt-get', args, { env, stdio: ['ignore', 'ignore', 'inherit'] })
}

function hasPostgres() {
  const folder = '/usr/lib/postgresql'
  const versions = existsSync(folder) ? readdirSync(folder) : []
  return (
    versions.some((version) => existsSync(`${folder}/${version}/bin/initdb`)) ||
    existsSync('/usr/local/bin/initdb') ||
    existsSync('/opt/homebrew/bin/initdb')
  )
}

if (process.argv[2] === '--install') installSystemPackages()
