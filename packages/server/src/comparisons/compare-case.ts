import type { CaseResult, CaseVerdict, ComparedCase, ComparedSide } from '@chatwright/contract'
import { FIRST_ASKS, mayChange, type Asked, type Direction, type Evidence } from '@chatwright/core'
import type { PreparedFlow } from '../flows/flow-library.ts'
import type { TurnOfCase } from '../test-sets/case-turn.ts'
import type { RunCase } from '../test-sets/run-case.ts'
import type { Judge } from './judge-answers.ts'

/** What is asked of both sides. */
export interface CaseToCompare {
  name: string
  turns: TurnOfCase[]
  /** Whether something says what is right: else an answer is only the same or another one. */
  hasChecks: boolean
}

/** What came of asking, before all cases are weighed together. */
export interface CaseOutcome extends Omit<ComparedCase, 'number' | 'verdict'> {
  /** Known without asking. */
  proved: CaseVerdict | undefined
  evidence: Evidence | undefined
  asked: number
  priceMicro: number
}

export interface CompareOptions {
  base: PreparedFlow
  candidate: PreparedFlow
  /** So often at most. */
  asks: number
  judge: Judge | undefined
  /** Throws when no more may be asked. */
  expectRoom: () => void
}

const LONGEST_ANSWER = 4000
const MOST_JUDGED = 3

/** Runs a case on both sides: from the record where that suffices, else asking both as often as it takes. */
export async function compareCase(
  { name, turns, hasChecks }: CaseToCompare,
  runCase: RunCase,
  { base, candidate, asks, judge, expectRoom }: CompareOptions,
): Promise<CaseOutcome> {
  const dry = { base: await runCase(turns, base), candidate: await runCase(turns, candidate) }
  const departs = dry.candidate.result.turns.find(({ reason }) => reason === 'stopped')
  const told = { name, hasChecks, node: departs?.said ?? null, judged: null }
  if (isKnown(dry.base.result) && isKnown(dry.candidate.result)) {
    const sides = { base: sideOf([dry.base.result]), candidate: sideOf([dry.candidate.result]) }
    const proved = provedVerdict(dry.base.result, dry.candidate.result, hasChecks)
    return { ...told, ...sides, isProved: true, reason: null, proved, evidence: undefined, asked: 0, priceMicro: 0 }
  }
  const results = { base: [] as CaseResult[], candidate: [] as CaseResult[] }
  let expected = turns
  let reason: string | null = null
  const evidence = (): Evidence => ({ base: countOf(results.base), candidate: countOf(results.candidate) })
  while (reason === null && mayChange(evidence(), asks)) {
    for (const side of ['base', 'candidate'] as const) {
      expectRoom()
      const { result } = await runCase(expected, side === 'base' ? base : candidate, { isAsking: true, isAnew: true })
      results[side].push(result)
      // What the base says first stands for what is right where nothing else does.
      if (side === 'base' && results.base.length === 1) expected = withExpected(turns, result)
      reason ??= missingIn(result, hasChecks)
    }
  }
  const all = [...results.base, ...results.candidate]
  const isTold = reason === null && !hasChecks && results.base.length >= FIRST_ASKS
  const judged = judge && isTold ? await judgePairs(judge, turns, results) : null
  return {
    ...told,
    base: sideOf(results.base),
    candidate: sideOf(results.candidate),
    isProved: false,
    reason,
    judged: judged?.votes ?? null,
    proved: reason === null ? undefined : 'unclear',
    evidence: reason === null ? evidence() : undefined,
    asked: all.reduce((sum, { asked }) => sum + asked, judged?.asked ?? 0),
    priceMicro: all.reduce((sum, { priceMicro }) => sum + priceMicro, judged?.priceMicro ?? 0),
  }
}

/** The verdict of a case that was asked, once all of them are weighed. */
export function verdictOf({ hasChecks, evidence, judged }: CaseOutcome, direction: Direction): CaseVerdict {
  if (judged) return judgedVerdict(judged)
  if (hasChecks || direction === 'same' || direction === 'unclear') {
    // A base that never says the same again is no measure for another.
    const isNoise = !hasChecks && evidence !== undefined && evidence.base.failed * 2 >= evidence.base.asked
    return isNoise ? 'unclear' : direction
  }
  return 'different'
}

function judgedVerdict({ base, candidate, tie }: NonNullable<ComparedCase['judged']>): CaseVerdict {
  if (base === 0 && candidate === 0) return tie > 0 ? 'same' : 'unclear'
  if (candidate === 0 && base > tie) return 'worse'
  if (base === 0 && candidate > tie) return 'better'
  return 'unclear'
}

async function judgePairs(
  judge: Judge,
  turns: readonly TurnOfCase[],
  { base, candidate }: { base: readonly CaseResult[]; candidate: readonly CaseResult[] },
): Promise<{ votes: NonNullable<ComparedCase['judged']>; asked: number; priceMicro: number }> {
  let asked = 0
  let priceMicro = 0
  const votes = { base: 0, candidate: 0, tie: 0 }
  const question = turns.at(-1)?.question ?? ''
  for (const [index, result] of base.slice(0, MOST_JUDGED).entries()) {
    const other = candidate[index]
    if (!other) continue
    const said = await judge(question, { base: answerOf(result), candidate: answerOf(other) })
    votes[said.preferred] += 1
    asked += said.asked
    priceMicro += said.priceMicro
  }
  return { votes, asked, priceMicro }
}

function isKnown({ turns }: CaseResult): boolean {
  return turns.every(({ verdict, reason }) => verdict !== 'unproved' && reason !== 'run-failed')
}

function provedVerdict(base: CaseResult, candidate: CaseResult, hasChecks: boolean): CaseVerdict {
  if (answersOf(base) === answersOf(candidate)) return 'same'
  if (!hasChecks) return 'different'
  if (base.verdict === candidate.verdict) return 'same'
  return candidate.verdict === 'passed' ? 'better' : 'worse'
}

/** What keeps an answer from being judged: it was held back, or a limit was reached. */
function missingIn({ turns }: CaseResult, hasChecks: boolean): string | null {
  const missing = turns.find(({ verdict, reason }) => verdict === 'unproved' && (hasChecks || reason === 'stopped'))
  return missing ? (missing.said ?? missing.reason ?? '') : null
}

function withExpected(turns: readonly TurnOfCase[], { turns: said }: CaseResult): TurnOfCase[] {
  return turns.map((turn, index) => ({ ...turn, expected: turn.expected ?? said[index]?.answer ?? null }))
}

function countOf(results: readonly CaseResult[]): Asked {
  return { asked: results.length, failed: results.filter(({ verdict }) => verdict === 'failed').length }
}

function sideOf(results: readonly CaseResult[]): ComparedSide {
  const last = results.at(-1)
  const turns = last?.turns ?? []
  const sum = (values: readonly (number | null)[]): number | null =>
    values.length === 0 || values.includes(null)
      ? null
      : values.reduce<number>((total, value) => total + (value ?? 0), 0)
  return {
    ...countOf(results),
    answer: last ? answerOf(last).slice(0, LONGEST_ANSWER) : '',
    durationMs: sum(turns.map(({ durationMs }) => durationMs)),
    costMicro: sum(turns.map(({ costMicro }) => costMicro)),
  }
}

function answerOf({ turns }: CaseResult): string {
  return turns.at(-1)?.answer ?? ''
}

function answersOf({ turns }: CaseResult): string {
  return JSON.stringify(turns.map(({ answer }) => answer))
}
