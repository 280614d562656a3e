import type { TestCase, TestSet, TestTurn, TurnResult } from '@chatwright/contract'

const A_DATE = '2026-01-02T03:04:05.000Z'

export function aSet(rest: Partial<TestSet> = {}): TestSet {
  return {
    id: 'set-1',
    flowId: 'flow-1',
    flowName: 'Support',
    name: 'Opening hours',
    cases: 2,
    passed: 1,
    failed: 1,
    unproved: 0,
    createdDate: A_DATE,
    ...rest,
  }
}

export function aTurn(rest: Partial<TestTurn> = {}): TestTurn {
  return { question: 'When do you open?', expected: null, checks: [], runId: null, isRecorded: true, ...rest }
}

export function aTurnResult(rest: Partial<TurnResult> = {}): TurnResult {
  return {
    verdict: 'failed',
    reason: null,
    said: null,
    answer: 'At nine.',
    checks: [],
    durationMs: 10,
    costMicro: 20,
    ...rest,
  }
}

export function aCase(rest: Partial<TestCase> = {}): TestCase {
  return {
    id: 'case-1',
    setId: 'set-1',
    name: 'Weekdays',
    origin: 'hand',
    turns: [aTurn()],
    result: null,
    createdDate: A_DATE,
    ...rest,
  }
}

/** A case of one question that ended so. */
export function anEndedCase(
  result: Partial<TurnResult>,
  { turn = {}, asked = 0, priceMicro = 0 }: { turn?: Partial<TestTurn>; asked?: number; priceMicro?: number } = {},
): TestCase {
  const ended = aTurnResult(result)
  return aCase({
    turns: [aTurn(turn)],
    result: { verdict: ended.verdict, turns: [ended], flowVersion: 1, asked, priceMicro, date: A_DATE },
  })
}
