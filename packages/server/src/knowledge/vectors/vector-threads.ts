import { NodeError } from '@chatwright/core'
import type { Logger } from 'pino'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Config } from '../../ground/config/config.ts'
import { builtModule } from '../../guards/isolate/built-module.ts'
import type { Match } from './best-matches.ts'
import type { VectorSearch } from './compare-vectors.ts'
import type { IndexName, WantedIndex } from './index-store.ts'
import type { ThreadData, ThreadLimits, ThreadMessage, ThreadTask } from './vector-thread.ts'
import type { WordQuery } from './word-search.ts'

/** Searches of large collections, and what keeps them fast, in threads of their own. */
export interface VectorThreads {
  readonly large: number
  /** Nothing where there is no index yet, and too many to be compared one by one. */
  search(search: VectorSearch): Promise<Match[] | undefined>
  searchWords(query: WordQuery): Promise<Match[]>
  /** To be told when much was written. */
  follow(name: IndexName): void
  close(): Promise<void>
}

export const THREAD_LIMITS: ThreadLimits = {
  large: 10_000,
  mostCompared: 200_000,
  mostBytes: 512 * 1024 * 1024,
}

/** How long nobody tries again to make an index that could not be made. */
const PAUSE_MS = 5 * 60_000

const ending = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
const threadFile = builtModule(new URL(`./vector-thread.${ending}`, import.meta.url))

interface Waiting {
  resolve(matches: Match[] | undefined): void
  reject(error: unknown): void
}

export function createVectorThreads(
  place: Config['database'],
  { logger, limits = THREAD_LIMITS }: { logger?: Logger; limits?: ThreadLimits } = {},
): VectorThreads {
  const waiting = new Map<number, Waiting>()
  const builds = createBuilds((build) => startThread({ place, limits, build }), logger)
  let searcher: Worker | undefined
  let lastId = 0
  let isClosed = false

  function start(): Worker {
    const thread = startThread({ place, limits })
    thread.on('message', (message: ThreadMessage) => {
      if (message.type === 'wanted') {
        if (!isClosed) builds.want(message.index)
        return
      }
      const asked = waiting.get(message.id)
      waiting.delete(message.id)
      if (waiting.size === 0) thread.unref()
      if (message.type === 'answer') asked?.resolve(message.matches)
      else asked?.reject(faultOf(message))
    })
    const lose = (cause: string): void => {
      if (searcher === thread) searcher = undefined
      for (const { reject } of waiting.values()) reject(faultOf({ message: cause }))
      waiting.clear()
    }
    thread.on('error', (error) => lose(error.message))
    thread.on('exit', () => lose('its thread ended'))
    return thread
  }

  function ask(task: ThreadTask): Promise<Match[] | undefined> {
    if (isClosed) return Promise.reject(faultOf({ message: 'the server is closing' }))
    searcher ??= start()
    const thread = searcher
    return new Promise((resolve, reject) => {
      lastId += 1
      waiting.set(lastId, { resolve, reject })
      thread.ref()
      thread.postMessage({ id: lastId, task }, [])
    })
  }

  return {
    large: limits.large,
    search: (search) => ask({ type: 'search', search }),
    searchWords: async (query) => (await ask({ type: 'words', query })) ?? [],
    follow(name) {
      if (isClosed) return
      ask({ type: 'follow', name }).catch((error: unknown) => logger?.warn({ err: error }, 'An index was not kept up'))
    },
    async close() {
      isClosed = true
      await Promise.all([searcher && endThread(searcher), builds.close()])
    },
  }
}

/** Makes indexes one after another: each keeps a processor busy for as long as it takes. */
function createBuilds(start: (index: WantedIndex) => Worker, logger: Logger | undefined) {
  const wanted = new Map<string, WantedIndex>()
  const pausedUntil = new Map<string, number>()
  let current: { key: string; thread: Worker } | undefined

  function next(): void {
    const [entry] = wanted
    if (current || !entry) return
    const [key, index] = entry
    wanted.delete(key)
    const thread = start(index)
    thread.unref()
    current = { key, thread }
    thread.on('error', (error) => {
      pausedUntil.set(key, performance.now() + PAUSE_MS)
      logger?.warn({ err: error, collection: index.collection }, 'An index could not be made')
    })
    thread.on('exit', () => {
      current = undefined
      next()
    })
  }

  return {
    want(index: WantedIndex): void {
      const key = `${index.dimensions} ${index.collection}`
      if (current?.key === key || performance.now() < (pausedUntil.get(key) ?? 0)) return
      wanted.set(key, index)
      next()
    },
    async close(): Promise<void> {
      wanted.clear()
      if (current) await endThread(current.thread)
    },
  }
}

/** By itself, with its connection closed; or after a while in any case. */
async function endThread(thread: Worker): Promise<void> {
  const ended = once(thread, 'exit')
  thread.postMessage({ id: 0, task: 'close' }, [])
  const timer = setTimeout(() => void thread.terminate(), END_MS)
  await ended
  clearTimeout(timer)
}

const END_MS = 3000

function startThread(data: ThreadData): Worker {
  // As built, whichever way the process itself was told to find its modules.
  return new Worker(threadFile, { workerData: data, execArgv: [] })
}

function faultOf({ message, code, hint }: { message: string; code?: NodeError['code']; hint?: string | undefined }) {
  return code
    ? new NodeError(message, { code, ...(hint !== undefined && { hint }) })
    : new NodeError(`The built-in index couldn't be searched: ${message}.`, {
        code: 'failed',
        hint: 'Try again. If it fails again, the machine may be short of memory.',
        isRetryable: true,
      })
}
