import { spawnSync } from 'node:child_process'
import { startOnFreePort } from './own-service.ts'

export const hasRedis = spawnSync('redis-server', ['--version']).status === 0

/** A Redis server for one test file: nothing on disk, gone with the test. */
export async function startRedis(): Promise<{ url: string; stop(): Promise<void> }> {
  const { port, child } = await startOnFreePort({
    command: 'redis-server',
    args: (own) => ['--port', String(own), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
    readyWord: 'Ready to accept connections',
  })
  return {
    url: `redis://127.0.0.1:${port}`,
    stop: async () => {
      const exited = new Promise((resolve) => child.once('exit', resolve))
      child.kill()
      await exited
    },
  }
}
