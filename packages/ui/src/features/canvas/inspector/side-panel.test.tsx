import { getRun, listRuns } from '@chatwright/contract'
import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { ReactFlowProvider } from '@xyflow/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { fakeApi } from '../../../../test/fake-api.ts'
import { renderInApp } from '../../../../test/render.tsx'
import { CanvasProvider } from '../canvas-context.tsx'
import { setPreference, usePreferences } from '../components/preferences.ts'
import { descriptions, smallFlow } from '../model/catalogue.fixture.ts'
import { createCanvas } from '../model/canvas-store.ts'
import { NodeToolsContext, type NodeToolsProps } from './node-tools-slot.ts'
import { SidePanel } from './side-panel.tsx'

beforeEach(() => {
  setPreference({ isChatOpen: false, isInspectorWanted: true })
})
afterEach(() => void vi.unstubAllGlobals())

const RUN = {
  id: 'run-1',
  chatflowId: 'flow-1',
  status: 'done',
  question: 'When is tea?',
  createdDate: '2026-01-02T03:04:05.000Z',
  events: [
    { type: 'run-start', runId: 'run-1', at: 1 },
    {
      type: 'node-start',
      nodeId: 'chatModel_0',
      callId: 'a',
      label: 'Chat Model',
      name: 'chatModel',
      at: 2,
      input: 'Tea?',
    },
    { type: 'node-end', nodeId: 'chatModel_0', callId: 'a', at: 3, durationMs: 1, output: 'At five.' },
    { type: 'run-end', runId: 'run-1', at: 4, status: 'done', durationMs: 3 },
  ],
}

function open({ runs = [RUN] }: { runs?: (typeof RUN)[] } = {}) {
  const api = fakeApi()
  api.on(listRuns, () => ({ items: runs, nextCursor: null }) as never)
  api.on(getRun, () => RUN as never)
  const canvas = createCanvas()
  canvas.setCatalogue(descriptions, [])
  const chatflow = { id: 'flow-1', version: 1, liveVersion: 1 }
  canvas.open({ flow: smallFlow(), name: 'Tea', chatflow: chatflow as never })
  canvas.changeSide({ hasRoom: true })
  const drawn: NodeToolsProps[] = []
  renderInApp(
    <ReactFlowProvider>
      <CanvasProvider canvas={canvas}>
        <NodeToolsContext
          value={(props) => {
            drawn.push(props)
            return <p>Tools for {props.label}</p>
          }}
        >
          <SidePanel chat={<p>The chat</p>} />
        </NodeToolsContext>
      </CanvasProvider>
    </ReactFlowProvider>,
  )
  const look = (id: string) =>
    act(() => {
      canvas.select({ nodes: new Set([id]), edges: new Set() })
      canvas.inspect()
    })
  return { canvas, drawn, look }
}

test('a node shows what went in, its settings and what came out of the last run, and can be run', async () => {
  const { look, drawn } = open()
  look('chatModel_0')
  const panel = await screen.findByRole('complementary', { name: 'Node settings' })
  await within(panel).findByText('Tools for Chat Model')
  expect(within(panel).getByRole('group', { name: 'In' }).textContent).toBe('Tea?')
  expect(within(panel).getByRole('group', { name: 'Out' }).textContent).toBe('At five.')
  expect(drawn.at(-1)).toMatchObject({ runId: 'run-1', nodeId: 'chatModel_0', output: 'At five.', drawing: undefined })
})

test('what is typed there is in the flow at once, and what runs is the flow on the screen', async () => {
  const { canvas, look, drawn } = open()
  look('chatModel_0')
  const field = await screen.findByRole('spinbutton', { name: /^Temperature/ })
  await userEvent.clear(field)
  await userEvent.type(field, '0.2')
  expect(canvas.store.getState().history.present.nodes[0]?.data.inputs['temperature']).toBe(0.2)
  await vi.waitFor(() => expect(drawn.at(-1)?.drawing).toContain('"temperature":0.2'))
})

test('before the first run it says where the values come from', async () => {
  const { look } = open({ runs: [] })
  look('chatModel_0')
  expect(await screen.findAllByText('Chat with the flow once to see this node’s values here.')).toHaveLength(2)
  expect(screen.queryByText('Tools for Chat Model')).toBeNull()
})

const isChatSeen = () => screen.getByText('The chat').closest('[style*="display: none"]') === null

test('the chat is the tab beside it, stays while it is behind, and closing the settings is remembered', async () => {
  setPreference({ isChatOpen: true })
  const { look, canvas } = open()
  expect(isChatSeen()).toBe(true)
  look('chatModel_0')
  const tabs = screen.getByRole('group', { name: 'Node and chat' })
  expect(isChatSeen()).toBe(false)
  await userEvent.click(within(tabs).getByRole('button', { name: 'Chat' }))
  expect(isChatSeen()).toBe(true)
  await userEvent.click(within(tabs).getByRole('button', { name: 'Chat Model' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Close the settings' }))
  expect(isChatSeen()).toBe(true)
  expect(usePreferences.getState().isInspectorWanted).toBe(false)
  act(() => canvas.openDialog({ kind: 'form', nodeId: 'chatModel_0' }))
  expect(usePreferences.getState().isInspectorWanted).toBe(true)
})

test('keys that move within the form leave the node alone', async () => {
  const { look, canvas } = open()
  look('chatModel_0')
  const onKey = vi.fn<(event: KeyboardEvent) => void>()
  window.addEventListener('keydown', onKey)
  const close = await screen.findByRole('button', { name: 'Close the settings' })
  close.focus()
  await userEvent.keyboard('{Delete}{ArrowLeft}')
  window.removeEventListener('keydown', onKey)
  expect(onKey).not.toHaveBeenCalled()
  expect(canvas.store.getState().selection.nodes.size).toBe(1)
})
