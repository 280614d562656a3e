import { spawn, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export interface ServerChild {
  process: ChildProcess
  url: string
  stop(): void
}

/** Starts one of the small servers beside this file in a process of its own, so that its time can be told apart. */
export async function startChild(name: string, ...args: string[]): Promise<ServerChild> {
  const child = spawn(process.execPath, [fileURLToPath(new URL(`${name}.js`, import.meta.url)), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const port = await new Promise<string>((resolve) => {
    child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString().trim()))
  })
  return { process: child, url: `http://127.0.0.1:${port}`, stop: () => child.kill() }
}
