import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** The command of a checkout. */
export const commandIn = (checkout: string) => join(checkout, 'packages/server/bin/chatwright.mjs')

export interface Product {
  process: ChildProcess
  url: string
  /** From spawning to the first ready answer. */
  bootMs: number
  dataDir: string
  stop(): Promise<void>
}

/**
 * Starts the built product in a process of its own, on a data folder of its own; another copy's where its command is named,
 * and under another Node where that is.
 */
export async function startProduct(
  env: Record<string, string> = {},
  command = commandIn(root),
  node = process.execPath,
): Promise<Product> {
  const dataDir = env['DATA_DIR'] ?? mkdtempSync(join(tmpdir(), 'chatwright-bench-'))
  const startedAt = performance.now()
  const child = spawn(node, [command, 'start'], {
    env: { PATH: process.env['PATH'] ?? '', PORT: '0', LOG_LEVEL: 'silent', DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await readUrl(child)
  await fetch(`${url}/health/ready`)
  return {
    process: child,
    url,
    bootMs: performance.now() - startedAt,
    dataDir,
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
      if (!env['DATA_DIR']) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Starts a worker of the built product, as `chatwright worker` does. */
export async function startWorker(env: Record<string, string>): Promise<Pick<Product, 'process' | 'stop'>> {
  const child = spawn(process.execPath, [commandIn(root), 'worker'], {
    env: { PATH: process.env['PATH'] ?? '', LOG_LEVEL: 'silent', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise<void>((resolve, reject) => {
    child.stdout.once('data', () => resolve())
    child.once('exit', (code) => reject(new Error(`The worker ended with ${code}`)))
  })
  return {
    process: child,
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** Resident memory of a process in MB; Linux only. */
export function residentMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
}

/** Processor time of the threads of a process in ms; Linux only. The ticks of `/proc/<pid>/stat` are too coarse for a few percent. */
export function cpuMs(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`)
  const nanoseconds = threads.map((id) =>
    Number(readFileSync(`/proc/${pid}/task/${id}/schedstat`, 'utf8').split(' ')[0]),
  )
  return nanoseconds.reduce((sum, each) => sum + each, 0) / 1e6
}

/** Where a product that is starting says it can be reached. */
export function readUrl(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      const url = /is ready at (\S+)/.exec(output)?.[1]
      if (url) resolve(url.replace('localhost', '127.0.0.1'))
    })
    child.once('exit', (code) => reject(new Error(`The product ended with ${code}: ${output}`)))
  })
}
