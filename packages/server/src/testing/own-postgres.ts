import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface OwnPostgres {
  url: string
  /** Breaks every connection, stays away for a while, and comes back on the same port. */
  restart(awayMs: number): Promise<void>
  stop(): Promise<void>
}

/** A PostgreSQL of our own, so that tests never touch somebody's database; undefined where none is installed. */
export async function startPostgres(): Promise<OwnPostgres | undefined> {
  const binaries = findBinaries()
  if (!binaries) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'chatwright-postgres-'))
  const data = join(folder, 'data')
  const port = await freePort()
  // PostgreSQL refuses to run as root: then the postgres user of the package does it.
  const identity = process.getuid?.() === 0 ? postgresIdentity() : undefined
  if (identity) chownSync(folder, identity.uid, identity.gid)
  chmodSync(folder, 0o700)
  execFileSync(
    join(binaries, 'initdb'),
    ['-D', data, '-U', 'chatwright', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
    { ...identity, cwd: '/', stdio: 'ignore' },
  )
  const start = async (): Promise<ChildProcess> => {
    const server = spawn(
      join(binaries, 'postgres'),
      ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', folder, '-c', 'fsync=off', '-c', 'max_connections=300'],
      { ...identity, cwd: '/', stdio: 'ignore' },
    )
    await waitUntilReady(join(binaries, 'pg_isready'), port)
    return server
  }
  // SIGINT is PostgreSQL's fast shutdown: it does not wait for clients.
  const end = (server: ChildProcess): Promise<unknown> => {
    const ended = new Promise((resolve) => server.once('exit', resolve))
    server.kill('SIGINT')
    return ended
  }
  let server = await start()
  return {
    url: `postgres://chatwright@127.0.0.1:${port}/postgres`,
    async restart(awayMs) {
      await end(server)
      await new Promise((resolve) => setTimeout(resolve, awayMs))
      server = await start()
    },
    async stop() {
      await end(server)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function findBinaries(): string | undefined {
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

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

async function waitUntilReady(isReady: string, port: number): Promise<void> {
  const deadline = Date.now() + 30_000
  for (;;) {
    try {
      execFileSync(isReady, ['-h', '127.0.0.1', '-p', String(port), '-t', '1'], { stdio: 'ignore' })
      return
    } catch (error) {
      if (Date.now() > deadline) throw new Error('PostgreSQL did not start within 30 s', { cause: error })
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}
