import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readUrl } from './product.ts'

/** Runs `npm start` in a folder as a person would, on a data folder of its own, until it says where it is ready. */
export async function npmStart(folder: string): Promise<{ url: string; stop(): Promise<void> }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'chatwright-bench-'))
  const child = spawn('npm', ['start'], {
    cwd: folder,
    env: { ...process.env, PORT: '0', LOG_LEVEL: 'silent', DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
    // A group of its own: npm, its shell, the script and the server end together.
    detached: true,
  })
  const url = await readUrl(child).catch((error: unknown) => {
    rmSync(dataDir, { recursive: true, force: true })
    throw error
  })
  return {
    url,
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM')
      await ended
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
