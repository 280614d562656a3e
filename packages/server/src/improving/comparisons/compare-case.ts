import type { CaseResult, CaseVerdict, ComparedCase, ComparedSide } from '@chatwright/contract'
import { FIRST_ASKS, mayChange, type Asked, type Direction, type Evidence } from '@chatwright/core'
import type { PreparedFlow } from '../../flows/flows/flow-library.ts'
import type { TurnOfCase } from '../test-sets/case-turn.ts'
import type { RunCase } from '../test-sets/run-case.ts'
import type { Judge } from './judge-answers.ts'
import type { TellMeaning } from './tell-meaning.ts'

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
  /** Whether two answers that nothing checks say the same. */
  tellMeaning: TellMeaning
  /** Asked where they do not. */
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
  { base, candidate, asks, tellMeaning, judge, expectRoom }: CompareOptions,
): Promise<CaseOutcome> {
  const dry = { base: await runCase(turns, base), candidate: await runCase(turns, candidate) }
  const departs = dry.candidate.result.turns.find(({ reason }) => reason === 'stopped')
  const told = { name, hasChecks, node: departs?.said ?? null, judged: null }
  const judgePairs = judge && ((answered: Answered) => judgeAnswers(turns, answered, { judge, tellMeaning }))
  if (isKnown(dry.base.result) && isKnown(dry.candidate.result)) {
    const answered = { base: [toldOf(dry.base.result)], candidate: [toldOf(dry.candidate.result)] }
    const sides = { base: sideOf(answered.base), candidate: sideOf(answered.candidate) }
    const proved = await provedVerdict(dry.base.result, dry.candidate.result, { hasChecks, tellMeaning })
    const known = { ...told, ...sides, isProved: true, reason: null, evidence: undefined, asked: 0, priceMicro: 0 }
    if (proved !== 'different' || !judgePairs) return { ...known, proved }
    const { votes, ...judged } = await judgePairs(answered)
    return { ...known, ...judged, isProved: false, judged: votes, proved: votes ? judgedVerdict(votes) : proved }
  }
  const results: Answered = { base: [], candidate: [] }
  let expected = turns
  let reason: string | null = null
  const evidence = (): Evidence => ({ base: countOf(results.base), candidate: countOf(results.candidate) })
  while (reason === null && mayChange(evidence(), asks)) {
    for (const side of ['base', 'candidate'] as const) {
      expectRoom()
      const { result } = await runCase(expected, side === 'base' ? base : candidate, { isAsking: true, isAnew: true })
      results[side].push(hasChecks ? toldOf(result) : await readMeaning(result, expected, tellMeaning))
      // What the base says first stands for what is right where nothing else does.
      if (side === 'base' && results.base.length === 1) expected = withExpected(turns, result)
      reason ??= missingIn(result, hasChecks)
    }
  }
  const all = [...results.base, ...results.candidate].map(({ result }) => result)
  const isTold = reason === null && !hasChecks && results.base.length >= FIRST_ASKS
  const isOtherwise = [...results.base, ...results.candidate].some(({ result }) => result.verdict === 'failed')
  const judged = judgePairs && isTold && isOtherwise ? await judgePairs(results) : null
  return {
    ...told,
    base: sideOf(results.base),
    candidate: sideOf(results.candidate),
    isProved: false,
    reason: reason ?? judged?.reason ?? null,
    judged: judged?.votes ?? null,
    proved: reason === null ? undefined : 'unclear',
    evidence: reason === null ? evidence() : undefined,
    asked: all.reduce((sum, { asked }) => sum + asked, judged?.asked ?? 0),
    priceMicro: all.reduce((sum, { priceMicro }) => sum + priceMicro, judged?.priceMicro ?? 0),
  }
}

/** The verdict of a case that was asked, once all of them are weighed. */
export function verdictOf(outcome: CaseOutcome, direction: Direction): CaseVerdict {
  const { hasChecks, evidence, judged, base, candidate } = outcome
  if (judged) return judgedVerdict(judged)
  if (hasChecks) return direction
  // A base that never says the same again is no measure for another.
  const isNoise = evidence !== undefined && evidence.base.failed * 2 >= evidence.base.asked
  if (isNoise || direction === 'unclear') return 'unclear'
  if (direction !== 'same') return 'different'
  // Other words each time are the way of both.
  return candidate.reworded > 0 && base.reworded === 0 ? 'reworded' : 'same'
}

function judgedVerdict({ base, candidate, tie }: NonNullable<ComparedCase['judged']>): CaseVerdict {
  if (base === 0 && candidate === 0) return tie > 0 ? 'same' : 'unclear'
  if (candidate === 0 && base > tie) return 'worse'
  if (base === 0 && candidate > tie) return 'better'
  return 'unclear'
}

/** What a side said, and whether it is what is expected in other words. */
interface Told {
  result: CaseResult
  isReworded: boolean
}

interface Answered {
  base: Told[]
  candidate: Told[]
}

function toldOf(result: CaseResult): Told {
  return { result, isReworded: false }
}

/** An answer that only differs in its words is as expected. */
async function readMeaning(result: CaseResult, expected: readonly TurnOfCase[], tell: TellMeaning): Promise<Told> {
  const turns = [...result.turns]
  for (const [index, turn] of turns.entries()) {
    const right = expected[index]?.expected ?? null
    if (turn.verdict !== 'failed') continue
    if (turn.reason !== 'not-the-same' || right === null) return toldOf(result)
    if ((await tell(right, turn.answer)) === 'different') return toldOf(result)
    turns[index] = { ...turn, verdict: 'passed', reason: null }
  }
  // What is not proved stays so.
  if (result.verdict !== 'failed') return toldOf(result)
  return { result: { ...result, turns, verdict: 'passed' }, isReworded: true }
}

interface Judged {
  /** Nothing where the judge could not be asked, and why. */
  votes: ComparedCase['judged']
  reason: string | null
  asked: number
  priceMicro: number
}

/** Pairs that say the same are not worth a question. */
async function judgeAnswers(
  turns: readonly TurnOfCase[],
  { base, candidate }: Answered,
  { judge, tellMeaning }: { judge: Judge; tellMeaning: TellMeaning },
): Promise<Judged> {
  let asked = 0
  let priceMicro = 0
  const votes = { base: 0, candidate: 0, tie: 0 }
  const question = turns.at(-1)?.question ?? ''
  for (const [index, { result }] of base.slice(0, MOST_JUDGED).entries()) {
    const other = candidate[index]?.result
    if (!other) continue
    const answers = { base: answerOf(result), candidate: answerOf(other) }
    if ((await tellMeaning(answers.base, answers.candidate)) !== 'different') {
      votes.tie += 1
      continue
    }
    try {
      const said = await judge(question, answers)
      votes[said.preferred] += 1
      asked += said.asked
      priceMicro += said.priceMicro
    } catch (error) {
      // What was asked and paid for is not lost over it: the answers are told apart as they are without a judge.
      return {
        votes: null,
        reason: `The judge didn't respond: ${(error as Error).message}`.slice(0, 500),
        asked,
        priceMicro,
      }
    }
  }
  return { votes, reason: null, asked, priceMicro }
}

function isKnown({ turns }: CaseResult): boolean {
  return turns.every(({ verdict, reason }) => verdict !== 'unproved' && reason !== 'run-failed')
}

async function provedVerdict(
  base: CaseResult,
  candidate: CaseResult,
  { hasChecks, tellMeaning }: { hasChecks: boolean; tellMeaning: TellMeaning },
): Promise<CaseVerdict> {
  if (answersOf(base) === answersOf(candidate)) return 'same'
  if (hasChecks) {
    if (base.verdict === candidate.verdict) return 'same'
    return candidate.verdict === 'passed' ? 'better' : 'worse'
  }
  for (const [index, { answer }] of candidate.turns.entries()) {
    if ((await tellMeaning(base.turns[index]?.answer ?? '', answer)) === 'different') return 'different'
  }
  return 'reworded'
}

/** What keeps an answer from being judged: it was held back, or a limit was reached. */
function missingIn({ turns }: CaseResult, hasChecks: boolean): string | null {
  const missing = turns.find(({ verdict, reason }) => verdict === 'unproved' && (hasChecks || reason === 'stopped'))
  return missing ? (missing.said ?? missing.reason ?? '') : null
}

function withExpected(turns: readonly TurnOfCase[], { turns: said }: CaseResult): TurnOfCase[] {
  return turns.map((turn, index) => ({ ...turn, expected: turn.expected ?? said[index]?.answer ?? null }))
}

function countOf(told: readonly Told[]): Asked {
  return { asked: told.length, failed: told.filter(({ result }) => result.verdict === 'failed').length }
}

function sideOf(told: readonly Told[]): ComparedSide {
  const last = told.at(-1)?.result
  const turns = last?.turns ?? []
  const sum = (values: readonly (number | null)[]): number | null =>
    values.length === 0 || values.includes(null)
      ? null
      : values.reduce<number>((total, value) => total + (value ?? 0), 0)
  return {
    ...countOf(told),
    reworded: told.filter(({ isReworded }) => isReworded).length,
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
