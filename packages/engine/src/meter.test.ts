import type { Run } from '@chatwright/core'
import { expect, test } from 'vitest'
import { meter, meterOf, nextCallId } from './meter.ts'

test('calls are numbered within their run; outside of any they go by the node alone', () => {
  const run = meter({} as Run)
  expect([nextCallId(run, 'a_0'), nextCallId({ ...run }, 'b_0')]).toEqual(['a_0#1', 'b_0#2'])
  expect(meterOf(run)?.calls).toBe(2)
  expect(nextCallId({} as Run, 'a_0')).toBe('a_0')
})
