import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const command = fileURLToPath(new URL('../bin/chatwright.mjs', import.meta.url))

export interface SpawnedServer {
  process: ChildProcess
  url: string
  output(): string
  /** The exit code, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals>
  /** Waits for the end after a signal; the exit code, or the signal that ended it. */
  stop(signal?: NodeJS.Signals): Promise<number | NodeJS.Signals>
}

/**
 * For a test that kills a process whose work others take over: they need not wait for fifteen seconds. Long enough that a
 * busy machine does not silence whoever lives.
 */
export const MISSED_SOON = { LEASE_SECONDS: '4' }

/** A data folder of a test's own. */
export function temporaryFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'chatwright-spawned-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

/** Starts the built product as an operator would, in a process of its own. */
export function spawnServer(env: Record<string, string>): Promise<SpawnedServer> {
  return spawnProcess('start', env)
}

/** Starts a worker; it serves nothing, so its address is empty. */
export function spawnWorker(env: Record<string, string>): Promise<SpawnedServer> {
  return spawnProcess('worker', env)
}

async function spawnProcess(subcommand: 'start' | 'worker', env: Record<string, string>): Promise<SpawnedServer> {
  const child = spawn(process.execPath, [command, subcommand], {
    env: { PATH: process.env['PATH'] ?? '', PORT: '0', ...env },
  })
  let output = ''
  const ended = new Promise<number | NodeJS.Signals>((resolve) =>
    child.on('exit', (code, signal) => resolve(code ?? signal ?? 0)),
  )
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      output += chunk.toString()
      const ready = /is ready(?: at (\S+))?/.exec(output)
      if (ready) resolve(ready[1] ?? '')
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    void ended.then((code) => reject(new Error(`The server ended with ${code} before it was ready:\n${output}`)))
  })
  return {
    process: child,
    url,
    output: () => output,
    ended,
    stop(signal = 'SIGTERM') {
      child.kill(signal)
      return ended
    },
  }
}

/** Runs the command to its end. */
export function runCommand(
  args: readonly string[],
  env: Record<string, string>,
): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [command, ...args], {
      env: { PATH: process.env['PATH'] ?? '', PORT: '0', ...env },
    })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
    // Not at its exit: what it said may still be on its way.
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}
