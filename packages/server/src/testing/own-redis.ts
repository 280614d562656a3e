import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface OwnRedis {
  url: string
  /** Ends without saving, stays away for a while, and comes back empty on the same port. */
  restart(awayMs: number): Promise<void>
  stop(): Promise<void>
}

const programs = ['/usr/bin/redis-server', '/usr/local/bin/redis-server', '/opt/homebrew/bin/redis-server']

/** Where Redis is installed; `npm test` sees to it, and then its absence is a failure and not a reason to skip. */
export const redisProgram = programs.find((path) => existsSync(path))
if (!redisProgram && process.env['CHATWRIGHT_FULL_TEST'])
  throw new Error('Redis is not installed: run npm test, which installs it')

/** A Redis of a test's own. */
export async function startRedis(): Promise<OwnRedis> {
  const folder = mkdtempSync(join(tmpdir(), 'chatwright-redis-'))
  const port = await freePort()
  const start = async (): Promise<ChildProcess> => {
    const child = spawn(
      redisProgram ?? '',
      ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder],
      {
        stdio: 'ignore',
      },
    )
    await waitUntilOpen(port)
    return child
  }
  const end = (child: ChildProcess): Promise<unknown> => {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    return ended
  }
  let child = await start()
  return {
    url: `redis://127.0.0.1:${port}`,
    async restart(awayMs) {
      await end(child)
      await new Promise((resolve) => setTimeout(resolve, awayMs))
      child = await start()
    },
    async stop() {
      await end(child)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

async function waitUntilOpen(port: number): Promise<void> {
  const deadline = Date.now() + 10_000
  for (;;) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false))
      socket.on('connect', () => socket.end())
    })
    if (isOpen) return
    if (Date.now() > deadline) throw new Error('Redis did not start within 10 s')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
