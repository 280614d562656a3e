import type { CustomTool, NodeContext, OpenFile, RunEvent } from '@chatwright/core'
import type { TestVerdict } from '@chatwright/contract'
import { Worker } from 'node:worker_threads'
import type { FlowHeadStore } from '../../flows/flows/flow-head-store.ts'
import { builtModule } from '../../guards/isolate/built-module.ts'
import type { PriceRow } from '../../money/prices/price-store.ts'
import type { TurnOfCase } from '../test-sets/case-turn.ts'
import type { DryVerdict } from './dry-verdict.ts'
import { serveThread } from './thread-bridge.ts'

/** What a thread replays, and with what. */
export interface DryTask {
  flowId: string
  flowName: string
  flowData: string
  version: number
  /** Tests of the flow that were recorded. */
  cases: readonly TestCaseHead[]
  runIds: readonly string[]
  /** How many of them, once so many were recorded. */
  most: number
  prices: PriceRow[]
}

export interface TestCaseHead {
  setId: string
  caseId: string
  name: string
}

type RunCode = Omit<Parameters<NodeContext['sandbox']['run']>[0], 'signal'>

/** What the thread may look up in the process. Nothing of it writes, and nothing of it is secret. */
export interface DryProcess extends Omit<FlowHeadStore, 'keepGraph'> {
  recordedRun(runId: string): Promise<{ request: string; events: string[] } | undefined>
  values(chat: { flowId: string; chatId: string }, hashes: readonly string[]): Promise<Map<string, string>>
  earlier(execution: string, runId: string): Promise<RunEvent[]>
  testTurns(caseId: string): Promise<TurnOfCase[]>
  openFile(reference: string): Promise<OpenFile>
  record(namespace: string, key: string): Promise<string | undefined>
  records(namespace: string): Promise<{ key: string; value: string }[]>
  knowledge(): ReturnType<NodeContext['knowledge']['list']>
  tools(): Promise<CustomTool[]>
  tool(id: string): Promise<CustomTool | undefined>
  runCode(asked: RunCode): ReturnType<NodeContext['sandbox']['run']>
}

export type DryItem = DryVerdict & { runId: string; executionId: string | null; question: string }
/** A test: how it ends, and whether it answers as it was recorded. */
export interface DryTest extends TestCaseHead {
  test: TestVerdict
  isSame: boolean
  said: string | null
}
export type DrySaid = DryItem | DryTest | 'done'

/** All that came of it. */
export interface DryTold {
  items: DryItem[]
  tests: DryTest[]
}

const ending = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
const entry = builtModule(new URL(`./dry-replay-thread.${ending}`, import.meta.url))

const MOST_MS = 60_000
const MOST_HEAP_MB = 384
/** Loading its modules takes most of a second of a processor: the next save finds the thread of the last one. */
const IDLE_MS = 60_000

export interface DryThreads {
  /** Its thread ends with the signal, with its time or with its memory. */
  replay(task: DryTask, signal: AbortSignal): Promise<DryTold>
  close(): void
}

interface DryThreadOptions {
  from: DryProcess
  /** Folders with nodes from elsewhere. */
  extraNodes: readonly string[]
}

/** A thread replays one flow at a time. */
interface DryThread {
  worker: Worker
  current: { hear(said: DrySaid): void; fail(error: Error): void } | undefined
}

/** Replays recorded answers in threads of their own; the last of them waits a while for the next. */
export function createDryThreads({ from, extraNodes }: DryThreadOptions): DryThreads {
  const busy = new Set<DryThread>()
  let waiting: DryThread | undefined
  let idle: NodeJS.Timeout | undefined

  const end = (thread: DryThread): void => {
    busy.delete(thread)
    if (waiting === thread) waiting = undefined
    void thread.worker.terminate()
  }

  const rest = (thread: DryThread): void => {
    thread.current = undefined
    busy.delete(thread)
    clearTimeout(idle)
    if (waiting) end(waiting)
    waiting = thread
    thread.worker.unref()
    idle = setTimeout(() => end(thread), IDLE_MS).unref()
  }

  const start = (): DryThread => {
    const worker = new Worker(entry, {
      workerData: extraNodes,
      env: {},
      // Of the compiled modules, however this process was started.
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: MOST_HEAP_MB },
    })
    const thread: DryThread = { worker, current: undefined }
    const onLost = (error: Error): void => {
      const { current } = thread
      end(thread)
      current?.fail(error)
    }
    // What a thread still says while it ends concerns nobody.
    serveThread(worker, from, (said) => thread.current?.hear(said as DrySaid))
    worker.on('error', onLost)
    worker.on('exit', () => onLost(new Error('Its thread ended before it was done.')))
    return thread
  }

  const take = (): DryThread => {
    clearTimeout(idle)
    const thread = waiting ?? start()
    waiting = undefined
    busy.add(thread)
    thread.worker.ref()
    return thread
  }

  const replay = (task: DryTask, signal: AbortSignal): Promise<DryTold> =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted()
      const thread = take()
      const told: DryTold = { items: [], tests: [] }
      const settle = (): void => {
        clearTimeout(timer)
        signal.removeEventListener('abort', onAbort)
        thread.current = undefined
      }
      const fail = (error: Error): void => {
        settle()
        end(thread)
        reject(error)
      }
      const onAbort = (): void => fail(signal.reason as Error)
      const timer = setTimeout(() => fail(new Error('It took too long.')), MOST_MS).unref()
      signal.addEventListener('abort', onAbort, { once: true })
      const hear = (said: DrySaid): void => {
        if (said === 'done') {
          settle()
          rest(thread)
          resolve(told)
        } else if ('test' in said) told.tests.push(said)
        else told.items.push(said)
      }
      thread.current = { hear, fail }
      thread.worker.postMessage(task, [])
    })

  return {
    replay,
    close() {
      clearTimeout(idle)
      for (const thread of [...busy, ...(waiting ? [waiting] : [])]) end(thread)
    },
  }
}
