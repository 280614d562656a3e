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

export interface DryThread {
  /** One at a time. Its thread ends with the signal, with its time or with its memory, and the next replay starts another. */
  replay(task: DryTask, signal: AbortSignal): Promise<DryTold>
  close(): void
}

interface DryThreadOptions {
  from: DryProcess
  /** Folders with nodes from elsewhere. */
  extraNodes: readonly string[]
}

/** Replays recorded answers in a thread of its own. */
export function createDryThread({ from, extraNodes }: DryThreadOptions): DryThread {
  let thread: Worker | undefined
  let current: { hear(said: DrySaid): void; fail(error: Error): void } | undefined
  let idle: NodeJS.Timeout | undefined

  /** What a thread still says while it ends concerns nobody. */
  const close = (): void => {
    clearTimeout(idle)
    const ending = thread
    thread = undefined
    void ending?.terminate()
  }

  const start = (): Worker => {
    const worker = new Worker(entry, {
      workerData: extraNodes,
      env: {},
      // Of the compiled modules, however this process was started.
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: MOST_HEAP_MB },
    })
    const lost = (error: Error): void => {
      if (worker !== thread) return
      close()
      current?.fail(error)
    }
    serveThread(worker, from, (said) => {
      if (worker === thread) current?.hear(said as DrySaid)
    })
    worker.on('error', lost)
    worker.on('exit', () => lost(new Error('Its thread ended before it was done.')))
    return worker
  }

  const replay = (task: DryTask, signal: AbortSignal): Promise<DryTold> =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted()
      clearTimeout(idle)
      const told: DryTold = { items: [], tests: [] }
      const end = (): void => {
        clearTimeout(timer)
        signal.removeEventListener('abort', onAbort)
        current = undefined
      }
      const fail = (error: Error): void => {
        end()
        close()
        reject(error)
      }
      const onAbort = (): void => fail(signal.reason as Error)
      const timer = setTimeout(() => fail(new Error('It took too long.')), MOST_MS).unref()
      signal.addEventListener('abort', onAbort, { once: true })
      const hear = (said: DrySaid): void => {
        if (said === 'done') {
          end()
          thread?.unref()
          idle = setTimeout(close, IDLE_MS).unref()
          resolve(told)
        } else if ('test' in said) told.tests.push(said)
        else told.items.push(said)
      }
      current = { hear, fail }
      thread ??= start()
      thread.ref()
      thread.postMessage(task, [])
    })

  return { replay, close }
}
