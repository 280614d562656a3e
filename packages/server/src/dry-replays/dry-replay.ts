import type { CustomTool, NodeContext, OpenFile, RunEvent } from '@chatwright/core'
import type { TestVerdict } from '@chatwright/contract'
import { Worker } from 'node:worker_threads'
import type { FlowHeadStore } from '../flows/flow-head-store.ts'
import { builtModule } from '../isolate/fork-child.ts'
import type { PriceRow } from '../prices/price-store.ts'
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
  /** Folders with nodes from elsewhere. */
  extraNodes: readonly string[]
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

/** Replays recorded answers in a thread of its own, which ends with the signal, with its time or with its memory. */
export function replayInThread(task: DryTask, { from, signal }: { from: DryProcess; signal: AbortSignal }) {
  return new Promise<DryTold>((resolve, reject) => {
    signal.throwIfAborted()
    const told: DryTold = { items: [], tests: [] }
    const worker = new Worker(entry, {
      workerData: task,
      env: {},
      // Of the compiled modules, however this process was started.
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: MOST_HEAP_MB },
    })
    const end = (settle: () => void): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
      worker.removeAllListeners()
      // What it still says while it ends concerns nobody.
      worker.on('error', () => undefined)
      void worker.terminate()
      settle()
    }
    const onAbort = (): void => end(() => reject(signal.reason as Error))
    const timer = setTimeout(() => end(() => reject(new Error('It took too long.'))), MOST_MS)
    timer.unref()
    signal.addEventListener('abort', onAbort, { once: true })
    serveThread(worker, from, (message) => {
      const said = message as DrySaid
      if (said === 'done') end(() => resolve(told))
      else if ('test' in said) told.tests.push(said)
      else told.items.push(said)
    })
    worker.once('error', (error) => end(() => reject(error)))
    worker.once('exit', () => end(() => reject(new Error('Its thread ended before it was done.'))))
  })
}
