import type { CaseResult, RecordingFile, TestVerdict, TurnResult } from '@chatwright/contract'
import { judgeAnswer, plainWords, type CheckedAnswer, type Document } from '@chatwright/core'
import type { PreparedFlow } from '../../flows/flows/flow-library.ts'
import type { RecordedRun, RecordedRuns } from '../replays/recorded-run.ts'
import { keepRetold } from '../replays/retold-recording.ts'
import type { ReplayService, Retold } from '../replays/replay-service.ts'
import { hasCalls, type TurnOfCase } from './case-turn.ts'
import { writtenRun } from './written-run.ts'

export interface CaseRunDependencies {
  replays: Pick<ReplayService, 'retell'>
  recorded: Pick<RecordedRuns, 'read' | 'toFile'>
  now: () => Date
}

export interface CaseRun {
  result: CaseResult
  /** By the turn: what was recorded of answers that were asked anew and passed. */
  recordings: ReadonlyMap<number, RecordingFile>
}

/** The flow that a case is run on. */
export type FlowOfCase = Pick<PreparedFlow, 'id' | 'name' | 'version' | 'flow' | 'memory'>

export type RunCase = ReturnType<typeof createRunCase>

/** So many calls of a turn may be asked anew. */
const MOST_ASKS = 25

/** Runs a case on a flow, from what was recorded alone or asking what was not, and judges each answer. */
export function createRunCase({ replays, recorded, now }: CaseRunDependencies) {
  return async (
    turns: readonly TurnOfCase[],
    flow: FlowOfCase,
    { isAsking = false, isAnew = false, signal }: { isAsking?: boolean; isAnew?: boolean; signal?: AbortSignal } = {},
  ): Promise<CaseRun> => {
    const results: TurnResult[] = []
    const recordings = new Map<number, RecordingFile>()
    let asked = 0
    let priceMicro = 0
    for (const [index, turn] of turns.entries()) {
      const run = runOf(turn, flow, recorded)
      const isUnrecorded = !turn.recording || !hasCalls(turn.recording)
      const retold = await replays.retell(run, {
        asks: isAsking ? MOST_ASKS : 0,
        isAnew,
        signal,
        // What is remembered today holds also what was said later.
        answers: isUnrecorded && flow.memory ? [{ nodeId: flow.memory.nodeId, result: historyOf(turns, index) }] : [],
      })
      const result = judgeTurn(turn, retold)
      results.push(result)
      asked += retold.asked
      priceMicro += retold.priceMicro
      if (result.verdict === 'passed' && retold.asked > 0) {
        recordings.set(index, keepRetold(run, { ...retold, toFile: recorded.toFile }))
      }
    }
    const verdict = worst(results.map((each) => each.verdict))
    const result = { verdict, turns: results, flowVersion: flow.version, asked, priceMicro, date: now().toISOString() }
    return { result, recordings }
  }
}

/** What ran, on the flow as it is now. */
function runOf(
  turn: TurnOfCase,
  { id, name, version, flow }: FlowOfCase,
  recorded: Pick<RecordedRuns, 'read'>,
): RecordedRun {
  if (!turn.recording) return writtenRun(turn.question, { id, name, version, flow })
  return { ...recorded.read(turn.recording), flow }
}

/** Turns are judged on what was said before them, as it is kept. */
function historyOf(turns: readonly TurnOfCase[], index: number) {
  const { history = [], runId } = turns[index] ?? {}
  if (runId !== null || history.length > 0) return history
  return turns.slice(0, index).flatMap(({ question, expected }) => [
    { role: 'user' as const, content: question },
    { role: 'assistant' as const, content: expected ?? '' },
  ])
}

function judgeTurn(turn: TurnOfCase, retold: Retold): TurnResult {
  const { outcome, stopped, costMicro, durationMs } = retold
  const told = {
    answer: outcome.text,
    durationMs: durationMs === undefined ? null : Math.round(durationMs),
    costMicro: costMicro ?? null,
  }
  const found = searchesIn(retold)
  // What a search comes to is known before a model is asked for it.
  if (found.length > 0 && turn.checks.length > 0 && turn.checks.every(({ kind }) => kind === 'finds')) {
    return { ...told, said: null, ...judge(turn, { text: outcome.text, found }) }
  }
  if (stopped) return { ...told, verdict: 'unproved', reason: 'stopped', said: stopped.label ?? null, checks: [] }
  // A limit that was reached says nothing about the flow.
  if (outcome.fault?.code === 'quota') {
    return { ...told, verdict: 'unproved', reason: 'stopped', said: outcome.fault.message, checks: [] }
  }
  if (outcome.status !== 'done' && outcome.status !== 'waiting') {
    return { ...told, verdict: 'failed', reason: 'run-failed', said: outcome.fault?.message ?? null, checks: [] }
  }
  const { text, usedTools, sourceDocuments } = outcome
  return { ...told, said: null, ...judge(turn, { text, usedTools, sourceDocuments, found, costMicro, durationMs }) }
}

function searchesIn({ done }: Pick<Retold, 'done'>): Document[][] {
  return done.flatMap(({ kind, outcome: { result } }) =>
    kind === 'search' && Array.isArray(result) ? [result as Document[]] : [],
  )
}

function judge(
  { checks, expected }: TurnOfCase,
  answer: CheckedAnswer,
): Pick<TurnResult, 'verdict' | 'reason' | 'checks'> {
  if (checks.length > 0) {
    const results = checks.map((check) => judgeAnswer(check, answer))
    const verdict = worst(
      results.map((each) => ({ pass: 'passed', fail: 'failed', unknown: 'unproved' } as const)[each.verdict]),
    )
    return { verdict, reason: null, checks: results }
  }
  if (expected === null) return { verdict: 'unproved', reason: 'no-checks', checks: [] }
  return plainWords(answer.text) === plainWords(expected)
    ? { verdict: 'passed', reason: null, checks: [] }
    : { verdict: 'failed', reason: 'not-the-same', checks: [] }
}

/** One that failed is enough; what is not proved is no pass. */
function worst(verdicts: readonly TestVerdict[]): TestVerdict {
  if (verdicts.includes('failed')) return 'failed'
  return verdicts.includes('unproved') || verdicts.length === 0 ? 'unproved' : 'passed'
}
