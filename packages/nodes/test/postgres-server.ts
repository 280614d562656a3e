import { execFileSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startOnFreePort } from './own-service.ts'

const root = '/usr/lib/postgresql'
const version = existsSync(root) ? readdirSync(root).sort().at(-1) : undefined
const binary = (name: string): string => join(root, version ?? '', 'bin', name)

export const hasPostgres = version !== undefined && existsSync(binary('initdb'))

/** A PostgreSQL server for one test file, gone with it. It refuses to run as root, so then its own user runs it. */
export async function startPostgres(): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'chatwright-nodes-postgres-'))
  const identity = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {}
  if (identity.uid !== undefined) chownSync(folder, identity.uid, identity.gid)
  const data = join(folder, 'data')
  execFileSync(binary('initdb'), ['-D', data, '-U', 'chatwright', '-A', 'trust', '--locale=C', '--no-sync'], {
    ...identity,
    cwd: '/',
    stdio: 'ignore',
  })
  const { port, child } = await startOnFreePort({
    command: binary('postgres'),
    args: (own) => ['-D', data, '-p', String(own), '-h', '127.0.0.1', '-k', folder, '-c', 'fsync=off'],
    options: { ...identity, cwd: '/' },
    readyWord: 'ready to accept connections',
  })
  return {
    url: `postgresql://chatwright@127.0.0.1:${port}/postgres`,
    stop: async () => {
      const exited = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGINT')
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function idOf(flag: '-u' | '-g'): number {
  return Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
}
