import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** Undefined where Redis is not installed; `npm test` installs it. */
    redisUrl: string | undefined
  }
}

const program = ['/usr/bin/redis-server', '/usr/local/bin/redis-server', '/opt/homebrew/bin/redis-server'].find(
  (path) => existsSync(path),
)

/** Starts a Redis of our own for this run. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (!program) {
    if (process.env['CHATWRIGHT_FULL_TEST']) throw new Error('Redis is not installed: run npm test, which installs it')
    project.provide('redisUrl', undefined)
    return undefined
  }
  const redis = await startRedis(program)
  project.provide('redisUrl', redis.url)
  return () => redis.stop()
}

async function startRedis(path: string): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'chatwright-redis-'))
  const port = await freePort()
  const child = spawn(path, ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder], {
    stdio: 'ignore',
  })
  await waitUntilOpen(port)
  return {
    url: `redis://127.0.0.1:${port}`,
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGKILL')
      await ended
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
