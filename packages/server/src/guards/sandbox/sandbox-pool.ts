import { createTurnstile } from '../isolate/turnstile.ts'
import { startSandboxProcess, type SandboxProcess } from './sandbox-process.ts'

export interface SandboxPool {
  /** Lends a process for one job. */
  use<Result>(work: (process: SandboxProcess) => Promise<Result>, signal?: AbortSignal): Promise<Result>
  close(): void
}

const AT_ONCE = 4
const KEPT_WARM = 2
const IDLE_MS = 60_000
/** Then it makes room for a new one, whatever it may have gathered. */
const JOBS_PER_PROCESS = 500

/** A few processes, started when first needed and kept warm for a while. */
export function createSandboxPool(): SandboxPool {
  const turnstile = createTurnstile(AT_ONCE)
  const idle: { process: SandboxProcess; jobs: number; timer: NodeJS.Timeout }[] = []
  const lent = new Set<SandboxProcess>()
  let isClosed = false

  const take = async (): Promise<{ process: SandboxProcess; jobs: number }> => {
    for (let kept = idle.pop(); kept; kept = idle.pop()) {
      clearTimeout(kept.timer)
      if (!kept.process.isSpent) return kept
    }
    return { process: await startSandboxProcess(), jobs: 0 }
  }

  const giveBack = ({ process, jobs }: { process: SandboxProcess; jobs: number }): void => {
    if (process.isSpent || isClosed || idle.length >= KEPT_WARM || jobs >= JOBS_PER_PROCESS) {
      process.end()
      return
    }
    const timer = setTimeout(() => {
      idle.splice(
        idle.findIndex((kept) => kept.process === process),
        1,
      )
      process.end()
    }, IDLE_MS).unref()
    idle.push({ process, jobs, timer })
  }

  return {
    async use(work, signal) {
      const leave = await turnstile.enter(signal)
      try {
        const { process, jobs } = await take()
        lent.add(process)
        try {
          return await work(process)
        } finally {
          lent.delete(process)
          giveBack({ process, jobs: jobs + 1 })
        }
      } finally {
        leave()
      }
    },
    close() {
      isClosed = true
      for (const { process, timer } of idle.splice(0)) {
        clearTimeout(timer)
        process.end()
      }
      for (const process of lent) process.end()
    },
  }
}
