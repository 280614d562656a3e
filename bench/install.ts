// What a production install weighs: the packages the server needs, without development tools.
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { report } from './lib/figures.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'chatwright-install-'))
try {
  const manifests = ['package.json', 'package-lock.json', '.npmrc', 'e2e/package.json', 'bench/package.json'].concat(
    readdirSync(join(root, 'packages')).map((name) => `packages/${name}/package.json`),
  )
  for (const file of manifests.filter((path) => existsSync(join(root, path)))) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    cpSync(join(root, file), join(folder, file))
  }
  execFileSync(
    'npm',
    ['install', '--no-save', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
    {
      cwd: folder,
      stdio: 'inherit',
    },
  )
  const bytes = Number(execFileSync('du', ['-sk', 'node_modules'], { cwd: folder, encoding: 'utf8' }).split('\t')[0])
  const listed = execFileSync('npm', ['ls', '--all', '--omit=dev', '--parseable'], { cwd: folder, encoding: 'utf8' })
  const packages = listed
    .trim()
    .split('\n')
    .filter((line) => line.includes('node_modules')).length
  report([
    { name: 'Production install', value: bytes / 1024, unit: 'MB', cap: 350 },
    { name: 'Packages in it', value: packages, unit: 'packages', cap: 450 },
  ])
} finally {
  rmSync(folder, { recursive: true, force: true })
}
