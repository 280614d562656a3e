import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { NodeError } from '@chatwright/core'

interface Job {
  texts: string[]
  resolve(vectors: number[][]): void
  reject(error: unknown): void
}

interface Thread {
  worker: Worker
  job: Job | undefined
  idleTimer: NodeJS.Timeout | undefined
}

/** Each thread holds the model, about 150 MB, so there are few, and idle ones go. */
const mostThreads = Math.max(1, Math.min(4, availableParallelism() - 1))
const idleMs = 10 * 60_000
const workerFile = new URL('../../workers/embedding-worker.mjs', import.meta.url)

const waiting: Job[] = []
const threads = new Set<Thread>()

/** Vectors of a few texts. Questions go before documents, so that loading a library does not hold up a chat. */
export function embedInThread(
  texts: string[],
  { signal, isUrgent = false }: { signal: AbortSignal; isUrgent?: boolean },
): Promise<number[][]> {
  if (signal.aborted) return Promise.reject(signal.reason as Error)
  let giveUp = (): void => {}
  const answer = new Promise<number[][]>((resolve, reject) => {
    const job: Job = { texts, resolve, reject }
    giveUp = () => {
      const position = waiting.indexOf(job)
      if (position !== -1) waiting.splice(position, 1)
      reject(signal.reason as Error)
    }
    signal.addEventListener('abort', giveUp, { once: true })
    if (isUrgent) waiting.unshift(job)
    else waiting.push(job)
    dispatch()
  })
  return answer.finally(() => signal.removeEventListener('abort', giveUp))
}

function dispatch(): void {
  if (waiting.length === 0) return
  const idle = [...threads].find((thread) => thread.job === undefined)
  const thread = idle ?? (threads.size < mostThreads ? startThread() : undefined)
  const job = thread && waiting.shift()
  if (!thread || !job) return
  clearTimeout(thread.idleTimer)
  thread.job = job
  thread.worker.ref()
  thread.worker.postMessage({ texts: job.texts }, [])
  dispatch()
}

function startThread(): Thread {
  const thread: Thread = { worker: new Worker(workerFile), job: undefined, idleTimer: undefined }
  threads.add(thread)
  thread.worker.on('message', ({ vectors, error }: { vectors?: number[][]; error?: string }) => {
    const { job } = thread
    rest(thread)
    if (vectors) job?.resolve(vectors)
    else job?.reject(failure(error ?? 'unknown'))
    dispatch()
  })
  thread.worker.on('error', (error) => lose(thread, error.message))
  thread.worker.on('exit', () => lose(thread, 'its thread ended'))
  return thread
}

/** A thread at rest keeps neither the process alive nor, for long, its memory. */
function rest(thread: Thread): void {
  thread.job = undefined
  thread.worker.unref()
  thread.idleTimer = setTimeout(() => void thread.worker.terminate(), idleMs)
  thread.idleTimer.unref()
}

function lose(thread: Thread, cause: string): void {
  if (!threads.delete(thread)) return
  clearTimeout(thread.idleTimer)
  thread.job?.reject(failure(cause))
  dispatch()
}

function failure(cause: string): NodeError {
  return new NodeError(`The built-in embedding model failed: ${cause}.`, {
    code: 'failed',
    hint: 'Try again. If it fails again, the machine may be short of memory; use another embeddings node.',
    isRetryable: true,
  })
}
