import type { CaseResult, TurnResult } from '@chatwright/contract'
import { expect, test } from 'vitest'
import type { PreparedFlow } from '../../flows/flows/flow-library.ts'
import type { RunCase } from '../test-sets/run-case.ts'
import { compareCase, type CaseOutcome, type CaseToCompare } from './compare-case.ts'
import { concludeCases } from './conclude-cases.ts'
import type { Preference } from './judge-answers.ts'

type Said = Partial<Pick<TurnResult, 'verdict' | 'reason' | 'answer' | 'said'>>

const base = { version: 1 } as PreparedFlow
const candidate = { version: 2 } as PreparedFlow
const passed: Said = { verdict: 'passed', answer: 'good' }
const failed: Said = { verdict: 'failed', answer: 'bad' }
const fine: Said = { verdict: 'failed', reason: 'not-the-same', answer: 'fine, that is good' }
const stopped: Said = { verdict: 'unproved', reason: 'stopped', said: 'Model', answer: '' }

/** Both sides answer from the record as it is told, and when they are asked one after the other, the last ever after. */
async function compare(
  {
    dry,
    asked = [[], []],
    judge,
    asks = 5,
  }: { dry: [Said, Said]; asked?: [Said[], Said[]]; judge?: Preference[]; asks?: number },
  { hasChecks = true }: Partial<CaseToCompare> = {},
): Promise<CaseOutcome> {
  const lists = asked.map((list) => [...list])
  const runCase = (async (_turns, { version }, how) => {
    const isAsking = how?.isAsking === true
    const side = version - 1
    const list = lists[side] ?? []
    const said = isAsking ? (list.length > 1 ? list.shift() : list[0]) : dry[side]
    if (!said) throw new Error('Nobody should have been asked')
    const turn: TurnResult = {
      verdict: 'passed',
      reason: null,
      said: null,
      answer: '',
      checks: [],
      durationMs: 5,
      costMicro: 7,
      ...said,
    }
    const result: CaseResult = {
      verdict: turn.verdict,
      turns: [turn],
      flowVersion: version,
      asked: isAsking ? 1 : 0,
      priceMicro: isAsking ? 7 : 0,
      date: '',
    }
    return { result, recordings: new Map() }
  }) as RunCase
  const turn = { runId: null, question: 'Lamps?', expected: null, checks: [], history: [], recording: null }
  const votes = judge && [...judge]
  return compareCase({ name: 'Lamps', turns: [turn], hasChecks }, runCase, {
    base,
    candidate,
    asks,
    // What holds "good" says the same in other words.
    tellMeaning: async (one, other) =>
      one === other ? 'same' : one.includes('good') && other.includes('good') ? 'reworded' : 'different',
    judge: votes && (async () => ({ preferred: votes.shift() ?? 'tie', asked: 2, priceMicro: 3 })),
    expectRoom: () => undefined,
  })
}

const verdictsOf = (outcomes: CaseOutcome[], cases = outcomes.length) => {
  const { summary, items } = concludeCases(outcomes, { cases, asks: 5 })
  return { conclusion: summary.conclusion, unclear: summary.unclear, verdicts: items.map(({ verdict }) => verdict) }
}

test.each<[string, [Said, Said], boolean, string]>([
  ['the same answer is the same, even where it fails', [failed, failed], true, 'same'],
  ['another answer that passes too is the same', [passed, { ...passed, answer: 'fine' }], true, 'same'],
  ['one that fails where it passed is worse', [passed, failed], true, 'worse'],
  ['one that passes where it failed is better', [failed, passed], true, 'better'],
  ['without a check another answer is different', [passed, failed], false, 'different'],
  ['without a check other words that mean the same are reworded', [passed, fine], false, 'reworded'],
  ['with a check the meaning is not looked at', [passed, fine], true, 'worse'],
])('from the record alone: %s', async (_, dry, hasChecks, verdict) => {
  const outcome = await compare({ dry }, { hasChecks })
  expect(outcome).toMatchObject({ isProved: true, asked: 0, priceMicro: 0 })
  expect(verdictsOf([outcome]).verdicts).toEqual([verdict])
})

test('where one side is not in the record, both are asked twice while they agree, and five times where they do not', async () => {
  const agreed = await compare({ dry: [passed, stopped], asked: [[passed], [passed]] })
  expect(agreed).toMatchObject({ isProved: false, node: 'Model', asked: 4, priceMicro: 28 })
  expect(verdictsOf([agreed])).toMatchObject({ verdicts: ['same'], conclusion: 'no-regression' })
  const broken = await compare({ dry: [passed, stopped], asked: [[passed], [failed]] })
  expect([broken.base, broken.candidate]).toMatchObject([
    { asked: 5, failed: 0 },
    { asked: 5, failed: 5 },
  ])
  expect(verdictsOf([agreed, broken])).toMatchObject({ verdicts: ['same', 'worse'], conclusion: 'regression' })
  expect(await compare({ dry: [passed, stopped], asked: [[passed], [failed]], asks: 3 })).toMatchObject({ asked: 6 })
})

test('a run that broke in the record is asked anew: a fault of that day says nothing about the flow', async () => {
  const fault: Said = { verdict: 'failed', reason: 'run-failed' }
  expect(await compare({ dry: [fault, fault], asked: [[passed], [passed]] })).toMatchObject({ asked: 4 })
})

test('what is held back or beyond a limit is unclear at once, and never a pass', async () => {
  const held = await compare({ dry: [passed, stopped], asked: [[passed], [stopped]] })
  expect(held).toMatchObject({ asked: 2, reason: 'Model', evidence: undefined })
  expect(verdictsOf([held])).toMatchObject({ verdicts: ['unclear'], conclusion: 'not-enough' })
})

test('a little that is unclear is no obstacle, more than a tenth or what was not asked is', async () => {
  const fine = await compare({ dry: [passed, passed] })
  const held = await compare({ dry: [passed, stopped], asked: [[passed], [stopped]] })
  const ten = Array.from({ length: 9 }, () => fine)
  expect(verdictsOf([...ten, held])).toMatchObject({ unclear: 1, conclusion: 'no-regression' })
  expect(verdictsOf([...ten, held, held])).toMatchObject({ unclear: 2, conclusion: 'not-enough' })
  expect(verdictsOf([fine], 3)).toMatchObject({ unclear: 2, conclusion: 'not-enough' })
  expect(verdictsOf([])).toMatchObject({ conclusion: 'not-enough' })
})

test.each<[Preference[], string]>([
  [['base', 'base'], 'worse'],
  [['candidate', 'candidate'], 'better'],
  [['tie', 'tie'], 'same'],
  [['base', 'candidate'], 'unclear'],
  [['base', 'tie'], 'unclear'],
  [['candidate', 'tie'], 'unclear'],
])('a judge that prefers %j makes a case without checks %s, and what it costs is counted', async (judge, verdict) => {
  const other = { ...failed, answer: 'awful' }
  const outcome = await compare({ dry: [passed, stopped], asked: [[failed], [other]], judge }, { hasChecks: false })
  expect(outcome).toMatchObject({ asked: 4 + 4, priceMicro: 28 + 6 })
  expect(verdictsOf([outcome]).verdicts).toEqual([verdict])
})

test('a judge is not asked where checks tell', async () => {
  const outcome = await compare({ dry: [passed, stopped], asked: [[passed], [passed]], judge: ['base', 'base'] })
  expect(outcome).toMatchObject({ judged: null, asked: 4 })
})

test('other words that mean the same are no other answer: asked twice, and reworded unless the base does it too', async () => {
  const dry: [Said, Said] = [passed, stopped]
  const reworded = await compare({ dry, asked: [[passed], [fine]] }, { hasChecks: false })
  expect(reworded).toMatchObject({ asked: 4, base: { failed: 0, reworded: 0 }, candidate: { failed: 0, reworded: 2 } })
  const usual = await compare({ dry, asked: [[passed, fine], [fine]] }, { hasChecks: false })
  const checked = await compare({ dry, asked: [[passed], [fine]] })
  expect(checked.candidate).toMatchObject({ asked: 5, failed: 5, reworded: 0 })
  expect(verdictsOf([reworded, usual])).toMatchObject({ verdicts: ['reworded', 'same'], conclusion: 'no-regression' })
})

test('a judge is asked about answers that say something else, recorded ones too, and about no others', async () => {
  const how = { hasChecks: false }
  const reworded = await compare({ dry: [passed, stopped], asked: [[passed], [fine]], judge: [] }, how)
  expect(reworded).toMatchObject({ judged: null, asked: 4 })
  const mixed: [Said[], Said[]] = [[passed], [fine, failed]]
  const some = await compare({ dry: [passed, stopped], asked: mixed, judge: ['base', 'base'] }, how)
  expect(some.judged).toEqual({ base: 2, candidate: 0, tie: 1 })
  const recorded = await compare({ dry: [passed, failed], judge: ['base'] }, how)
  expect(recorded).toMatchObject({
    isProved: false,
    judged: { base: 1, candidate: 0, tie: 0 },
    asked: 2,
    priceMicro: 3,
  })
  expect(verdictsOf([recorded]).verdicts).toEqual(['worse'])
  const same = await compare({ dry: [passed, fine], judge: [] }, how)
  expect(same).toMatchObject({ isProved: true, judged: null, asked: 0 })
})

test('a base that contradicts itself in half of its answers is no measure: nothing is the same as that', async () => {
  const noise = [passed, failed, passed, failed, failed]
  const mostly = [passed, passed, passed, failed, failed]
  const asked = async (said: Said[]) => compare({ dry: [passed, stopped], asked: [said, said] }, { hasChecks: false })
  expect(verdictsOf([await asked(noise)]).verdicts).toEqual(['unclear'])
  // The same answers on both sides of a base that mostly repeats itself show that nothing changed.
  expect(verdictsOf([await asked(mostly)]).verdicts).toEqual(['same'])
})
