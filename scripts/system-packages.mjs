// The programs the tests use for real. On Debian as root they are installed; elsewhere the tests say what to install.
import { existsSync, readdirSync } from 'node:fs'
import { fail, run } from './steps.mjs'

const needed = [
  {
    name: 'chromium',
    isThere: () =>
      ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].some(existsSync) ||
      Boolean(process.env.CHROMIUM_PATH),
  },
  { name: 'postgresql', isThere: () => hasPostgres() },
  {
    name: 'redis-server',
    isThere: () =>
      ['/usr/bin/redis-server', '/usr/local/bin/redis-server', '/opt/homebrew/bin/redis-server'].some(existsSync),
  },
]

export function installSystemPackages() {
  const missing = needed.filter((program) => !program.isThere()).map((program) => program.name)
  if (missing.length === 0) return
  const canInstall = existsSync('/usr/bin/apt-get') && process.getuid?.() === 0
  if (!canInstall)
    fail(
      `The tests need ${missing.join(', ')}. Install ${missing.length === 1 ? 'it' : 'them'} with your system's package manager and run npm test again.`,
    )
  console.log(`Installing ${missing.join(', ')} (once)…`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  // Fonts: without any, Chromium measures text as empty boxes.
  const install = () =>
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...missing, 'fonts-liberation'], {
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  run('apt-get', ['update', '-qq'], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  if (install() !== 0) fail(`Installing ${missing.join(', ')} failed; the lines above say why.`)
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
