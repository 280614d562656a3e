import { getRun, getRunFlow } from '@chatwright/contract'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { fakeApi } from '../../../test/fake-api.ts'
import { renderInApp } from '../../../test/render.tsx'
import RunPanel from './run-panel.tsx'
import { RunScreen } from './run-screen.tsx'

afterEach(() => void vi.unstubAllGlobals())

const RUN = {
  id: 'run-1',
  chatflowId: 'flow-1',
  chatflowVersion: 1,
  chatId: 'chat',
  sessionId: 'chat',
  origin: 'internal' as const,
  status: 'done' as const,
  question: 'When do you open?',
  answer: 'At nine.',
  fault: null,
  inputTokens: 10,
  outputTokens: 3,
  durationMs: 1200,
  priceMicro: null,
  isDraft: false,
  executionId: null,
  createdDate: '2026-01-02T03:04:05.000Z',
  endedDate: '2026-01-02T03:04:06.000Z',
  events: [
    { type: 'run-start', runId: 'run-1', at: 1, endingNodeId: 'chain_0', messageId: 'm' },
    {
      type: 'node-start',
      nodeId: 'chain_0',
      callId: 'a',
      label: 'Conversation Chain',
      name: 'conversationChain',
      at: 2,
    },
    { type: 'node-end', nodeId: 'chain_0', callId: 'a', at: 3, durationMs: 1, output: 'y' },
    { type: 'run-end', runId: 'run-1', at: 4, status: 'done', durationMs: 3 },
  ],
}

function open() {
  const api = fakeApi()
  api.on(getRun, () => RUN as never)
  const jumped: string[] = []
  const onClose = vi.fn<() => void>()
  let choose: ((nodeId: string | undefined) => void) | undefined
  const show = () =>
    renderInApp(
      <RunPanel
        runId="run-1"
        onClose={onClose}
        onJumpToNode={(nodeId) => jumped.push(nodeId)}
        onOpenNode={() => undefined}
        onApply={() => undefined}
        followSelection={(listener) => {
          choose = listener
          return () => undefined
        }}
      />,
    )
  return { api, show, jumped, onClose, choose: (nodeId: string) => choose?.(nodeId) }
}

test('a run that cannot be read says why, Retry reads again, and there is a way back from both', async () => {
  const { api, show, onClose } = open()
  api.refuse(getRun, 'The database is locked.')
  show()
  expect((await screen.findByRole('alert')).textContent).toContain('The database is locked.')
  api.on(getRun, () => RUN as never)
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('When do you open?')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Back to the chat' }))
  expect(onClose).toHaveBeenCalledOnce()
})

test('a run whose flow is not read, or gone, has a heading all the same', async () => {
  const { api } = open()
  api.refuse(getRunFlow, 'The flow is gone.')
  renderInApp(<RunScreen id="run-1" drawing={() => null} />)
  expect(await screen.findByRole('heading', { level: 1, name: 'Run' })).toBeTruthy()
})

test('with the keys alone a step is closed and opened; opening it chooses its node', async () => {
  const { show, jumped } = open()
  show()
  const step = await screen.findByRole('button', { name: /Conversation Chain/ })
  // The only one is open from the start.
  expect(step.getAttribute('aria-expanded')).toBe('true')
  step.focus()
  await userEvent.keyboard('{Enter}')
  expect(step.getAttribute('aria-expanded')).toBe('false')
  expect(jumped).toEqual([])
  await userEvent.keyboard('{Enter}')
  expect(step.getAttribute('aria-expanded')).toBe('true')
  expect(jumped).toEqual(['chain_0'])
})
