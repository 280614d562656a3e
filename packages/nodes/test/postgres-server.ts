import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = '/usr/lib/postgresql'
const version = existsSync(root) ? readdirSync(root).sort().at(-1) : undefined
const binary = (name: string): string => join(root, version ?? '', 'bin', name)

export const hasPostgres = version !== undefined && existsSync(binary('initdb'))

/** A PostgreSQL server for one test file, gone with it. It refuses to run as root, so then its own user runs it. */
export async function startPostgres(port: number): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'chatwright-nodes-postgres-'))
  const identity = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {}
  if (identity.uid !== undefined) chownSync(folder, identity.uid, identity.gid)
  const options = { ...identity, cwd: '/', stdio: 'ignore' as const }
  const data = join(folder, 'data')
  execFileSync(binary('initdb'), ['-D', data, '-U', 'chatwright', '-A', 'trust', '--no-sync'], options)
  const server = spawn(
    binary('postgres'),
    ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', folder, '-c', 'fsync=off'],
    options,
  )
  const exited = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  const isReady = ['-h', '127.0.0.1', '-p', String(port), '-t', '1']
  while (spawnSync(binary('pg_isready'), isReady).status !== 0) {
    if (server.exitCode !== null) throw new Error(`postgres ended with ${server.exitCode}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return {
    url: `postgresql://chatwright@127.0.0.1:${port}/postgres`,
    stop: async () => {
      server.kill('SIGINT')
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function idOf(flag: '-u' | '-g'): number {
  return Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
}
