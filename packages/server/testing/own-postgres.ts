import { execFileSync, type ChildProcess } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startOnFreePort, startOnPort, type ServiceProgram } from './own-service.ts'

export interface OwnPostgres {
  url: string
  /** Breaks every connection, stays away for a while, and comes back on the same port. */
  restart(awayMs: number): Promise<void>
  stop(): Promise<void>
}

const OPTIONS = ['-c', 'fsync=off', '-c', 'max_connections=300']

/** A PostgreSQL of our own, so that tests never touch somebody's database; undefined where none is installed. */
export async function startPostgres(): Promise<OwnPostgres | undefined> {
  const binaries = findPostgresBinaries()
  if (!binaries) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'chatwright-postgres-'))
  const data = join(folder, 'data')
  // PostgreSQL refuses to run as root: then the postgres user of the package does it.
  const identity = process.getuid?.() === 0 ? postgresIdentity() : undefined
  if (identity) chownSync(folder, identity.uid, identity.gid)
  chmodSync(folder, 0o700)
  execFileSync(
    join(binaries, 'initdb'),
    ['-D', data, '-U', 'chatwright', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
    { ...identity, cwd: '/', stdio: 'ignore' },
  )
  const program: ServiceProgram = {
    command: join(binaries, 'postgres'),
    args: (own) => ['-D', data, '-p', String(own), '-h', '127.0.0.1', '-k', folder, ...OPTIONS],
    options: { ...identity, cwd: '/' },
    readyWord: 'ready to accept connections',
  }
  // SIGINT is PostgreSQL's fast shutdown: it does not wait for clients.
  const end = (server: ChildProcess): Promise<unknown> => {
    const ended = new Promise((resolve) => server.once('exit', resolve))
    server.kill('SIGINT')
    return ended
  }
  const first = await startOnFreePort(program)
  const { port } = first
  let server = first.child
  return {
    url: `postgres://chatwright@127.0.0.1:${port}/postgres`,
    async restart(awayMs) {
      await end(server)
      await new Promise((resolve) => setTimeout(resolve, awayMs))
      server = await startOnPort(program, port)
    },
    async stop() {
      await end(server)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The folder of PostgreSQL's programs. */
export function findPostgresBinaries(): string | undefined {
  const root = '/usr/lib/postgresql'
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...versions.map((version) => join(root, version, 'bin')),
    '/opt/homebrew/bin',
    '/usr/local/bin',
    '/usr/bin',
  ]
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')))
}

function postgresIdentity(): { uid: number; gid: number } {
  const id = (flag: string): number => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}
