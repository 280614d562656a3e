import { spawn, spawnSync } from 'node:child_process'
import { createConnection } from 'node:net'

export const hasRedis = spawnSync('redis-server', ['--version']).status === 0

/** A Redis server for one test file: nothing on disk, gone with the test. */
export async function startRedis(port: number): Promise<{ url: string; stop(): Promise<void> }> {
  const server = spawn(
    'redis-server',
    ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
    {
      stdio: 'ignore',
    },
  )
  const exited = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  while (!(await answers(port))) {
    if (server.exitCode !== null) throw new Error(`redis-server ended with ${server.exitCode}`)
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    stop: async () => {
      server.kill()
      await exited
    },
  }
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ port, host: '127.0.0.1' })
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => setTimeout(resolve, 20, false))
  })
}
