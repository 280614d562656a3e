import { getRun, listRuns } from '@chatwright/contract'
import { setEdits } from '@chatwright/core'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { fakeApi } from '../../../../test/fake-api.ts'
import { renderInApp } from '../../../../test/render.tsx'
import { CanvasProvider } from '../canvas-context.tsx'
import { createCanvas } from '../model/canvas-store.ts'
import { descriptions, nodeOf } from '../model/catalogue.fixture.ts'
import PromptValuesDialog from './prompt-values-dialog.tsx'

afterEach(() => void vi.unstubAllGlobals())

const node = { nodeId: 'chatModel_0', callId: 'a', label: 'Chat Model', name: 'chatModel' }
const RUN = {
  id: 'run-1',
  status: 'done',
  question: 'When is tea?',
  createdDate: '2026-01-02T03:04:05.000Z',
  events: [
    { ...node, type: 'node-start', at: 2 },
    { ...node, type: 'node-end', at: 3, durationMs: 1, output: 'At five.' },
  ],
}

test('nodes to speak of are offered by their names, and those of one name by what is written for them, too, with what they held last', async () => {
  const api = fakeApi()
  api.on(listRuns, () => ({ items: [RUN], nextCursor: null }) as never)
  api.on(getRun, () => RUN as never)
  const canvas = createCanvas()
  canvas.setCatalogue(descriptions, [])
  const sources = [nodeOf('chain', 'chain_0'), nodeOf('chain', 'chain_1'), nodeOf('chatModel')]
  const edges = sources.map(({ id }) => ({
    id,
    type: 'buttonedge',
    source: id,
    sourceHandle: '',
    target: 'promptTemplate_0',
    targetHandle: '',
  }))
  canvas.open({
    flow: { nodes: [...sources, nodeOf('promptTemplate')], edges },
    name: '',
    chatflow: { id: 'flow-1', version: 1, liveVersion: 1 } as never,
  })
  canvas.run(setEdits('promptTemplate_0', { template: 'About {topic}' }))
  renderInApp(
    <CanvasProvider canvas={canvas}>
      <PromptValuesDialog nodeId="promptTemplate_0" name="promptValues" onClose={() => undefined} />
    </CanvasProvider>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Pick' }))
  const rows = () => screen.getAllByRole('menuitem').map((row) => row.textContent)
  await waitFor(() => expect(rows()[0]).toMatch(/When is tea\?$/))
  expect(rows().slice(2)).toEqual([
    'Conversation Chain{{chain_0.data.instance}}',
    'Conversation Chain{{chain_1.data.instance}}',
    'Chat ModelAt five.',
  ])
})
