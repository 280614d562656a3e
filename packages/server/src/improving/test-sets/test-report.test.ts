import type { CaseResult } from '@chatwright/contract'
import { expect, test } from 'vitest'
import { describeReport, writeJUnit, type RanSet } from './test-report.ts'

const result: CaseResult = {
  verdict: 'failed',
  turns: [
    {
      verdict: 'failed',
      reason: 'run-failed',
      said: 'gone\u001B[2J',
      answer: 'x\u0007',
      checks: [],
      durationMs: 5,
      costMicro: null,
    },
  ],
  flowVersion: 1,
  asked: 0,
  priceMicro: 0,
  date: '',
}
const sets: RanSet[] = [
  { name: 'Set', flowName: 'Shop', cases: [{ name: 'Two\nlines \u001B[31mred', turns: [{ checks: [] }], result }] },
]

test('what strangers asked stays on its line and leaves a terminal as it is', () => {
  expect(describeReport(sets)).toBe(
    'Shop: Set\n  ✗ Two lines  [31mred\n      The flow failed: gone [2J\n0 passed, 1 failed, 0 not proved\n',
  )
})

test('JUnit holds no sign that XML forbids', () => {
  // oxlint-disable-next-line no-control-regex -- these are the ones
  expect(writeJUnit(sets)).not.toMatch(/[\u0000-\u0008\u000B\u000E-\u001F]/)
})
