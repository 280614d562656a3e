import { builtModule } from '../isolate/built-module.ts'
import { forkChild } from '../isolate/fork-child.ts'
import type { FromChild, SandboxFetch, SandboxFetchAnswer, SandboxJob, SandboxOutcome, ToChild } from './messages.ts'

/** One process for user code. */
export interface SandboxProcess {
  /** Ended, or no longer to be trusted. */
  readonly isSpent: boolean
  run(job: SandboxJob, outside: SandboxOutside): Promise<SandboxOutcome>
  end(): void
}

interface SandboxOutside {
  fetch: (request: SandboxFetch, signal: AbortSignal) => Promise<SandboxFetchAnswer>
  signal: AbortSignal | undefined
}

/** The heap of the process; what the code itself may use is limited inside. */
const HEAP_MB = 192
/** The engine ends itself at its limit; this long after, the process is ended. */
const GRACE_MS = 250
const START_MS = 20_000

const ending = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
const entry = builtModule(new URL(`./sandbox-child.${ending}`, import.meta.url))

export async function startSandboxProcess(): Promise<SandboxProcess> {
  const child = forkChild({ entry, memoryMb: HEAP_MB, serialization: 'json' })
  let isSpent = false
  let listen: (message: FromChild) => void = () => undefined
  let onEnd: () => void = () => undefined

  const end = (): void => {
    isSpent = true
    child.kill('SIGKILL')
  }
  const say = (message: ToChild): void => {
    if (child.connected) child.send(message, () => undefined)
  }
  child.on('message', (message: FromChild) => listen(message))
  child.on('error', () => undefined)
  child.once('exit', () => {
    isSpent = true
    onEnd()
  })
  // A pool that waits must not keep the server from ending.
  child.unref()
  child.channel?.unref()

  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => {
      end()
      reject(new Error('The sandbox did not start in time'))
    }, START_MS)
    onEnd = () => {
      clearTimeout(timer)
      reject(new Error('The sandbox could not be started'))
    }
    listen = () => {
      clearTimeout(timer)
      resolve()
    }
  })

  return {
    get isSpent() {
      return isSpent
    },
    end,

    run: (job, { signal, ...outside }) =>
      new Promise((resolve, reject) => {
        const startedAt = performance.now()
        const over = new AbortController()
        const settle = (finish: () => void): void => {
          clearTimeout(timer)
          signal?.removeEventListener('abort', onAbort)
          listen = () => undefined
          onEnd = () => undefined
          over.abort()
          finish()
        }
        const cut = (kind: 'timeout' | 'memory'): void => {
          end()
          settle(() => resolve({ kind, console: [], durationMs: performance.now() - startedAt }))
        }
        const onAbort = (): void => {
          end()
          settle(() => reject(signal?.reason as Error))
        }
        const timer = setTimeout(() => cut('timeout'), job.limits.timeoutMs + GRACE_MS)
        signal?.addEventListener('abort', onAbort, { once: true })
        // It ended by itself: the heap of the process was not enough.
        onEnd = () => cut('memory')
        listen = (message) => {
          if (message.type === 'fetch') {
            void outside
              .fetch(message.request, over.signal)
              .then((answer) => say({ type: 'fetched', id: message.id, answer }))
          } else if (message.type === 'end') {
            if (!message.isSound) end()
            settle(() => resolve(message.outcome))
          }
        }
        say({ type: 'run', job })
      }),
  }
}
