import type { DryReplay } from '@chatwright/contract'
import { setTimeout as pause } from 'node:timers/promises'
import type { FlowHead } from '../../flows/flows/flow-library.ts'
import { isHeld, liveVersionOf } from '../../flows/flows/publishing.ts'
import type { PriceRow } from '../../money/prices/price-store.ts'
import { createDryThread, type DryProcess, type DryTold, type TestCaseHead } from './dry-replay.ts'
import type { DryReplayRow, DryReplayStore } from './dry-replay-store.ts'

export type DryReplayService = ReturnType<typeof createDryReplayService>

export interface DryReplayDependencies {
  store: DryReplayStore
  process: DryProcess
  /** The flow as it was saved last. */
  head(flowId: string): Promise<FlowHead>
  flowData(flowId: string, version: number): Promise<string | undefined>
  /** Tests of a flow of which everything was recorded, the newest so many. */
  recordedCases(flowId: string, limit: number): Promise<TestCaseHead[]>
  prices(): Promise<PriceRow[]>
  extraNodes: readonly string[]
  isRecording: boolean
  /** Everything recorded was proved unchanged, and no test ends worse than it was recorded. */
  onProved(flowId: string, version: number): Promise<void>
  onFault(error: unknown): void
  now(): Date
}

const MOST_ANSWERS = 200
/** Some of the newest may not be recorded. */
const LOOKED_AT = 400
const MOST_TESTS = 100
/** A replay that is dropped takes its thread with it, and the next one waits for another: of saves that follow each other the last one gets it. */
const QUIET_MS = 300
/** Whatever began longer ago and has not ended was left behind by a process that is gone. */
const LOST_MS = 120_000

type Report = Pick<
  DryReplay,
  'total' | 'same' | 'different' | 'open' | 'reached' | 'priceMicro' | 'unpriced' | 'items' | 'tests'
>

const NOTHING: DryTold = { items: [], tests: [] }

/** Replays recorded answers with what was saved, one flow after the other; what is saved again is begun again. */
export function createDryReplayService(dependencies: DryReplayDependencies) {
  const { store, process, head, flowData, recordedCases, prices, extraNodes, isRecording } = dependencies
  const { onProved, onFault, now } = dependencies
  const thread = createDryThread({ from: process, extraNodes })
  const waiting = new Map<string, number>()
  let underWay: { flowId: string; stop: AbortController; done: Promise<void> } | undefined
  const closing = new AbortController()

  const isRecorded = ({ settings }: Pick<FlowHead, 'settings'>): boolean => isRecording && settings.isRecorded

  const replay = async (flowId: string, version: number, signal: AbortSignal): Promise<DryTold | undefined> => {
    const { name } = await head(flowId)
    const text = await flowData(flowId, version)
    if (text === undefined) return undefined
    const task = {
      flowId,
      flowName: name,
      flowData: text,
      version,
      cases: await recordedCases(flowId, MOST_TESTS),
      runIds: await store.answers(flowId, LOOKED_AT),
      most: MOST_ANSWERS,
      prices: await prices(),
    }
    if (task.runIds.length + task.cases.length === 0) return NOTHING
    await pause(QUIET_MS, undefined, { signal, ref: false })
    return thread.replay(task, signal)
  }

  const keep = (flowId: string, version: number, end: Partial<DryReplayRow>): Promise<void> =>
    store.put({
      chatflow_id: flowId,
      version,
      state: 'running',
      report: null,
      reason: null,
      updated_date: now().toISOString(),
      ...end,
    })

  const perform = async (flowId: string, version: number, signal: AbortSignal): Promise<void> => {
    await keep(flowId, version, {})
    try {
      const told = await replay(flowId, version, signal)
      if (!told || signal.aborted) return
      await keep(flowId, version, { state: 'done', report: JSON.stringify(reportOf(told)) })
      if (isProved(told)) await onProved(flowId, version)
    } catch (error) {
      if (signal.aborted) return
      await keep(flowId, version, { state: 'failed', reason: (error as Error).message.slice(0, 500) })
    }
  }

  const next = (): void => {
    const [first] = waiting
    if (underWay || !first || closing.signal.aborted) return
    const [flowId, version] = first
    waiting.delete(flowId)
    const stop = new AbortController()
    const done = perform(flowId, version, stop.signal)
      .catch(onFault)
      .finally(() => {
        underWay = undefined
        next()
      })
    underWay = { flowId, stop, done }
  }

  const begin = (flowId: string, version: number): void => {
    waiting.set(flowId, version)
    // What it would tell is out of date.
    if (underWay?.flowId === flowId) underWay.stop.abort()
    next()
  }

  const get = async (flowId: string): Promise<DryReplay> => {
    const flow = await head(flowId)
    const row = await store.find(flowId)
    const { state, reason } = stateOf(row, isRecorded(flow))
    const liveVersion = liveVersionOf(flow)
    return {
      state,
      reason,
      version: row?.version ?? null,
      endedDate: state === 'done' ? (row?.updated_date ?? null) : null,
      ...reportOf(NOTHING),
      ...((state === 'done' && row?.report ? JSON.parse(row.report) : {}) as Partial<Report>),
      gate: flow.gate,
      liveVersion,
      isHeld: isHeld(flow),
    }
  }

  function stateOf(row: DryReplayRow | undefined, isOn: boolean): Pick<DryReplay, 'state' | 'reason'> {
    if (!isOn) return { state: 'off', reason: null }
    if (!row) return { state: 'none', reason: null }
    const isLost = row.state === 'running' && now().getTime() - Date.parse(row.updated_date) > LOST_MS
    return isLost ? { state: 'none', reason: null } : { state: row.state, reason: row.reason }
  }

  return {
    get,

    /** A version was saved: whoever saved it does not wait. */
    saved(flowId: string, version: number): void {
      if (!isRecording) return
      head(flowId)
        .then((flow) => {
          if (isRecorded(flow)) begin(flowId, version)
        })
        .catch(onFault)
    },

    async start(flowId: string): Promise<DryReplay> {
      const flow = await head(flowId)
      if (isRecorded(flow)) {
        await keep(flowId, flow.version, {})
        begin(flowId, flow.version)
      }
      return get(flowId)
    },

    async close(): Promise<void> {
      closing.abort()
      underWay?.stop.abort()
      await underWay?.done
      thread.close()
    },
  }
}

/** With nothing recorded nothing is proved. A test that failed before and answers the same is no change. */
function isProved({ items, tests }: DryTold): boolean {
  const isUnchanged = items.every(({ verdict }) => verdict === 'same')
  const isKept = tests.every(({ test, isSame }) => test === 'passed' || isSame)
  return items.length + tests.length > 0 && isUnchanged && isKept
}

function reportOf({ items, tests }: DryTold): Report {
  const counts = { same: 0, different: 0, open: 0 }
  const reached = new Map<string, Report['reached'][number]>()
  const unpriced = new Set<string>()
  let priceMicro = 0
  for (const item of items) {
    counts[item.verdict] += 1
    if (item.verdict !== 'open') continue
    priceMicro += item.priceMicro
    for (const model of item.unpriced) unpriced.add(model)
    const { nodeId, label } = item
    const place = reached.get(nodeId ?? '') ?? { nodeId, label, count: 0 }
    reached.set(nodeId ?? '', { ...place, count: place.count + 1 })
  }
  return {
    total: items.length,
    ...counts,
    reached: [...reached.values()].toSorted((a, b) => b.count - a.count),
    priceMicro,
    unpriced: [...unpriced],
    tests: testsOf(tests),
    items: items.flatMap(({ runId, executionId, question, ...told }) =>
      told.verdict === 'same'
        ? []
        : [
            {
              runId,
              executionId,
              question,
              verdict: told.verdict,
              label: told.verdict === 'open' ? told.label : null,
              priceMicro: told.verdict === 'open' ? told.priceMicro : null,
            },
          ],
    ),
  }
}

function testsOf(tests: DryTold['tests']): Report['tests'] {
  const count = (verdict: string): number => tests.filter(({ test }) => test === verdict).length
  return {
    total: tests.length,
    passed: count('passed'),
    failed: count('failed'),
    unproved: count('unproved'),
    items: tests.flatMap(({ setId, caseId, name, test, said }) =>
      test === 'passed' ? [] : [{ setId, caseId, name, verdict: test, said }],
    ),
  }
}
