import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { createServer } from 'node:net'

export interface ServiceProgram {
  command: string
  args: (port: number) => string[]
  options?: SpawnOptions
  /** What it prints once it listens: an open port may be somebody else's. */
  readyWord: string
}

/** Starts a program on a port nobody holds, and on another one should somebody take that first. */
export async function startOnFreePort(program: ServiceProgram): Promise<{ port: number; child: ChildProcess }> {
  let reason: unknown
  for (let tries = 0; tries < 5; tries += 1) {
    const port = await freePort()
    try {
      return { port, child: await startOnPort(program, port) }
    } catch (error) {
      reason = error
    }
  }
  throw reason
}

export function startOnPort(program: ServiceProgram, port: number): Promise<ChildProcess> {
  const { command, args, options, readyWord } = program
  const child = spawn(command, args(port), { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  return new Promise((resolve, reject) => {
    let said = ''
    const listen = (chunk: Buffer): void => {
      // It goes on printing for as long as it lives.
      if (said.includes(readyWord)) return
      said += chunk.toString()
      if (said.includes(readyWord)) resolve(child)
    }
    child.stdout?.on('data', listen)
    child.stderr?.on('data', listen)
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`${command} ended with ${code}:\n${said.slice(0, 2000)}`)))
  })
}

/**
 * Below the ports that systems hand to connections: a server that is away for a moment would find one of those taken
 * when it comes back.
 */
async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000)
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
