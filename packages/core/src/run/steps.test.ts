import { expect, test } from 'vitest'
import type { RunEvent } from './events.ts'
import { Steps } from './steps.ts'

const start = (path: string, after: string[] = []): RunEvent => ({
  type: 'step-start',
  path,
  nodeId: path,
  label: path,
  name: 'x',
  effect: 'writes',
  at: 0,
  after,
})
const end = (path: string): RunEvent => ({ type: 'step-end', path, nodeId: path, at: 1, durationMs: 1, output: {} })
const decided = (path: string): RunEvent => ({ type: 'step-decision', path, at: 1, decision: { type: 'proceed' } })
const again = (path: string): RunEvent => ({ type: 'step-again', path, at: 2 })

const asked = [
  start('ask@0'),
  start('ask@0/flow/post@0'),
  end('ask@0/flow/post@0'),
  decided('ask@0/flow/human@0'),
  start('ask@0/flow/say@0', ['ask@0/flow/post@0']),
  end('ask@0/flow/say@0'),
  end('ask@0'),
]
const told = (events: readonly RunEvent[]) =>
  events.map((event) => `${event.type} ${'path' in event ? event.path : ''}`)

test('of a flow that is asked, a step that is done again leaves what came before it', () => {
  const journal = new Steps([...asked, again('ask@0/flow/say@0')])
  expect(told(journal.below('ask@0/flow'))).toEqual([
    'step-start ask@0/flow/post@0',
    'step-end ask@0/flow/post@0',
    'step-decision ask@0/flow/human@0',
    'step-again ask@0/flow/say@0',
  ])
})

test('nothing is left of a flow whose step is done again as a whole, nor of one that begins', () => {
  expect(new Steps([...asked, again('ask@0')]).below('ask@0/flow')).toEqual([])
  expect(new Steps(asked).below('ask@1/flow')).toEqual([])
})
