import type { NotKept } from '@chatwright/contract'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'

import { renderInApp } from '../../../../test/render.tsx'
import { NO_CHANGES } from '../model/changes.ts'
import { RecordingNotice } from './recording-notice.tsx'
import { TimeMachineContext } from './time-machine-context.ts'

function show({ isKept = false, notKept = null }: { isKept?: boolean; notKept?: NotKept | null }) {
  const machine = {
    runId: 'run-1',
    recorded: { calls: [], isKept, notKept },
    flow: undefined,
    changes: NO_CHANGES,
    change: () => undefined,
    request: undefined,
    question: 'Hello',
  }
  renderInApp(
    <TimeMachineContext value={machine}>
      <RecordingNotice />
    </TimeMachineContext>,
  )
}

test.each<[NotKept | null, RegExp]>([
  ['server-off', /off on this server \(RECORDING_DAYS is 0\)/],
  ['flow-off', /off for this flow.* API and share → Configuration → Recording\.$/],
  ['too-old', /older than the recordings \(RECORDING_DAYS\)\. Ask the question again/],
  ['no-room', /newer recordings took their space \(RECORDING_LIMIT\)\. Ask the question again/],
  ['no-calls', /^This run called no model or other service/],
  [null, /^This run’s calls weren’t recorded\. Ask the question again/],
])('a run whose calls cannot be read says the one reason for it: %s', (notKept, words) => {
  show({ notKept })
  expect(screen.getByRole('status').textContent).toMatch(words)
})

test('a run whose calls can be read says nothing', () => {
  show({ isKept: true })
  expect(screen.queryByRole('status')).toBeNull()
})
