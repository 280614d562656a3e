import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Makes the package as it is released; returns the file. */
export function packInto(folder: string): string {
  execFileSync(process.execPath, [join(root, 'scripts/pack.mjs'), '--out', folder], { stdio: 'ignore' })
  const [name = ''] = readdirSync(folder)
  return join(folder, name)
}

/** Installs a package into a new, empty folder, as somebody does who has nothing but Node. */
export function installInto(
  folder: string,
  what: string,
  flags: readonly string[] = [],
  node = process.execPath,
): void {
  mkdirSync(folder)
  writeFileSync(join(folder, 'package.json'), '{}')
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const env = { ...process.env, PATH: [dirname(node), process.env['PATH']].join(delimiter) }
  execFileSync('npm', ['install', ...quiet, ...flags, what], { cwd: folder, env, stdio: 'inherit' })
}

/** The command of a package that was installed there. */
export const commandInstalled = (folder: string) => join(folder, 'node_modules/chatwright/server/bin/chatwright.mjs')
