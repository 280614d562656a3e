import type { ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startOnFreePort, startOnPort, type ServiceProgram } from './own-service.ts'

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
  const program: ServiceProgram = {
    command: redisProgram ?? '',
    args: (own) => ['--port', String(own), '--bind', '127.0.0.1', '--save', '', '--dir', folder],
    readyWord: 'Ready to accept connections',
  }
  const end = (child: ChildProcess): Promise<unknown> => {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    return ended
  }
  const first = await startOnFreePort(program)
  const { port } = first
  let child = first.child
  return {
    url: `redis://127.0.0.1:${port}`,
    async restart(awayMs) {
      await end(child)
      await new Promise((resolve) => setTimeout(resolve, awayMs))
      child = await startOnPort(program, port)
    },
    async stop() {
      await end(child)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
