import { listCalls, planReplay, replayRun } from '@chatwright/contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { fakeApi } from '../../../../test/fake-api.ts'
import { renderInApp } from '../../../../test/render.tsx'
import NodeTools, { type NodeToolsProps } from './node-tools.tsx'

beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined
})
afterEach(() => void vi.unstubAllGlobals())

const RESULT = {
  status: 'stopped',
  text: '',
  fault: null,
  stopped: null,
  isSame: false,
  recorded: { status: 'done', text: 'At five.' },
  calls: [],
  events: [
    { type: 'node-start', nodeId: 'llm_0', callId: 'a', label: 'Answer', name: 'llm', at: 2, input: 'Tea?' },
    { type: 'node-end', nodeId: 'llm_0', callId: 'a', at: 3, durationMs: 1, output: 'At six.' },
  ],
  durationMs: 20,
  priceMicro: 160,
  unpriced: [],
}

function open(props: Partial<NodeToolsProps> = {}, { isKept = true }: { isKept?: boolean } = {}) {
  const api = fakeApi()
  const sent: unknown[] = []
  api.on(
    listCalls,
    () => ({ items: [], next: null, isKept, isRecording: true, notKept: isKept ? null : 'too-old' }) as never,
  )
  api.on(planReplay, () => ({
    calls: [
      {
        nodeId: 'llm_0',
        label: 'Answer',
        kind: 'model',
        method: 'chat',
        effect: 'asks' as const,
        how: 'sure' as const,
        model: 'm',
        priceMicro: 160,
      },
    ],
    recorded: 0,
    priceMicro: { least: 160, most: 160 },
    unpriced: [],
    isOpen: false,
  }))
  api.on(replayRun, ({ body }) => {
    sent.push(body)
    return RESULT as never
  })
  const onAsked = vi.fn<() => void>()
  renderInApp(
    <NodeTools
      runId="run-1"
      question="When is tea?"
      isOver
      nodeId="llm_0"
      label="Answer"
      feeding={['tools_0', 'model_0']}
      models={['model_0']}
      output="At five."
      drawing={undefined}
      draw={() => props.drawing}
      isAsked={false}
      onAsked={onAsked}
      {...props}
    />,
  )
  return { sent, onAsked }
}

test('a node runs alone with what feeds it, on the flow on the screen, at a price that is told before', async () => {
  const { sent } = open({ drawing: '{"nodes":[]}' })
  const tools = await screen.findByRole('group', { name: 'Try “Answer” again' })
  await within(tools).findByText('1 new call: Answer · about $0.00016')
  await userEvent.click(within(tools).getByRole('button', { name: 'Run this' }))
  const now = await screen.findByRole('region', { name: 'Out, with the current settings' })
  expect(now.textContent).toContain('At six.')
  expect(sent).toEqual([
    { mode: 'what-if', flowData: '{"nodes":[]}', again: ['llm_0', 'model_0'], only: ['llm_0', 'tools_0', 'model_0'] },
  ])
})

test('the key runs it once, with the saved flow where that is what the screen shows', async () => {
  const { sent, onAsked } = open({ isAsked: true, feeding: [], models: [] })
  await waitFor(() =>
    expect(sent).toContainEqual({ mode: 'what-if', isMended: true, again: ['llm_0'], only: ['llm_0'] }),
  )
  expect(onAsked).toHaveBeenCalled()
})

test('its answer is pinned, begins as it was, and the rest runs on it', async () => {
  const { sent } = open()
  await userEvent.click(await screen.findByRole('button', { name: 'Pin' }))
  const field = await screen.findByRole('textbox', { name: 'Answer' })
  expect(field instanceof HTMLTextAreaElement && field.value).toBe('At five.')
  await userEvent.clear(field)
  await userEvent.type(field, 'At nine.')
  await userEvent.click(screen.getByRole('button', { name: 'Use' }))
  const bar = await screen.findByRole('region', { name: 'Your changes' })
  await userEvent.click(within(bar).getByRole('button', { name: 'Try it' }))
  await waitFor(() =>
    expect(sent).toEqual([{ mode: 'what-if', isMended: true, answers: [{ nodeId: 'model_0', result: 'At nine.' }] }]),
  )
})

test('what was not recorded cannot be run, and says why', async () => {
  const { onAsked } = open({ isAsked: true }, { isKept: false })
  await screen.findByText(/older than the recordings/)
  expect(screen.queryByRole('button', { name: 'Run this' })).toBeNull()
  expect(onAsked).toHaveBeenCalled()
})
