import {
  getExecutionFlow,
  getExecutionStep,
  getPublicExecutionFlow,
  getPublicExecutionStep,
  listExecutionSteps,
  listPublicExecutionSteps,
} from '@chatwright/contract'
import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { fakeApi } from '../../../test/fake-api.ts'
import { renderScreen } from '../../../test/render.tsx'
import { ExecutionView } from './execution-view.tsx'

afterEach(() => void vi.unstubAllGlobals())

const drawnNode = (id: string, data: object) => ({
  id,
  type: 'agentFlow',
  position: { x: 0, y: 0 },
  data: { id, outputAnchors: [], inputAnchors: [], ...data },
})
const conditions = [{ type: 'string', value1: '{{llmAgentflow_0}}', operation: 'contains', value2: 'again' }]
const flow = {
  nodes: [
    drawnNode('llmAgentflow_0', { name: 'llmAgentflow', label: 'Reviewer', inputs: {}, inputParams: [] }),
    drawnNode('conditionAgentflow_0', {
      name: 'conditionAgentflow',
      label: 'Good enough?',
      inputs: { conditions },
      inputParams: [
        {
          name: 'conditions',
          label: 'Conditions',
          type: 'array',
          array: [
            { name: 'value1', label: 'Value 1', type: 'string' },
            {
              name: 'operation',
              label: 'Operation',
              type: 'options',
              options: [{ name: 'contains', label: 'Contains' }],
            },
            { name: 'value2', label: 'Value 2', type: 'string' },
          ],
        },
      ],
    }),
  ],
  edges: [],
}
const step = {
  path: 'conditionAgentflow_0',
  nodeId: 'conditionAgentflow_0',
  label: 'Good enough?',
  name: 'conditionAgentflow',
  status: 'done',
  at: 1,
  after: [],
  taken: ['0'],
}

test('the path that a step took is told in the words of its author, not by number or id', async () => {
  const api = fakeApi()
  api.on(
    listPublicExecutionSteps,
    () =>
      ({
        execution: { state: 'FINISHED', question: 'Hello', createdDate: '2026-01-02T03:04:05.000Z' },
        steps: [step],
        isKept: true,
      }) as never,
  )
  api.on(getPublicExecutionFlow, () => ({ id: 'f', name: 'Texts', flowData: JSON.stringify(flow), nodes: [] }) as never)
  api.on(getPublicExecutionStep, () => ({ ...step, input: 'x', output: 'y' }) as never)
  renderScreen(<ExecutionView id="one" isShared drawing={() => null} />, { path: '/execution/one' })
  expect(await screen.findByText('Reviewer contains again')).toBeTruthy()
})

test('a link that has ended says so, and whom to ask', async () => {
  const api = fakeApi()
  const ended = () =>
    Response.json({ error: 'Gone', code: 'share-ended', message: 'This link has ended.' }, { status: 410 })
  api.on(listPublicExecutionSteps, ended)
  api.on(getPublicExecutionFlow, ended)
  renderScreen(<ExecutionView id="one" isShared drawing={() => null} />, { path: '/execution/one' })
  expect(await screen.findByText(/Ask the sender for a new one/)).toBeTruthy()
})

test.each([
  [{ kind: 'visitor', way: 'chat' }, 'Visitor, in the chat or by API'],
  [{ kind: 'channel-user', way: 'channel', name: 'Ann' }, 'Ann, in a channel'],
  [{ kind: 'reviewer', way: 'review-link' }, 'Reviewer, by review link'],
  [{ kind: 'person', way: 'screen' }, 'Owner, under Runs'],
])('a decision is shown with who made it, and by which door', async (decidedBy, words) => {
  const api = fakeApi()
  const asked = {
    ...step,
    taken: undefined,
    question: { kind: 'decision', text: 'Pay?' },
    decision: { type: 'proceed' },
  }
  const execution = { id: 'one', state: 'FINISHED', question: 'Hello', createdDate: '2026-01-02T03:04:05.000Z' }
  api.on(listExecutionSteps, () => ({ execution, steps: [asked], isKept: true }) as never)
  api.on(getExecutionFlow, () => ({ id: 'f', name: 'Texts', flowData: JSON.stringify(flow), nodes: [] }) as never)
  api.on(getExecutionStep, () => ({ ...asked, decidedBy, input: 'x', output: 'y' }) as never)
  renderScreen(<ExecutionView id="one" isShared={false} drawing={() => null} />, { path: '/executions/one' })
  expect(await screen.findByText('Decided by')).toBeTruthy()
  expect(screen.getByText(words)).toBeTruthy()
})
