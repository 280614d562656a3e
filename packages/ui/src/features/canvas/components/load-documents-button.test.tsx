import { createNode } from '@chatwright/core'
import type { FlowNode, NodeDescription, RunEvent } from '@chatwright/core'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { ReactFlowProvider } from '@xyflow/react'
import { afterEach, expect, test, vi } from 'vitest'

import { jobsServer } from '../../../../test/jobs-server.ts'
import { renderInApp } from '../../../../test/render.tsx'
import { aJob } from '../../../lib/jobs/job.fixture.ts'
import { CanvasProvider } from '../canvas-context.tsx'
import type { OpenChatflow } from '../model/canvas-state.ts'
import { createCanvas } from '../model/canvas-store.ts'
import { LoadDocumentsButton } from './load-documents-button.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  setVisible(true)
})

function setVisible(isVisible: boolean) {
  Object.defineProperty(document, 'visibilityState', { value: isVisible ? 'visible' : 'hidden', configurable: true })
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
}

const store: NodeDescription = {
  label: 'Store',
  name: 'store',
  version: 1,
  type: 'Store',
  icon: '',
  category: 'Vector Stores',
  description: '',
  baseClasses: ['Store'],
  inputs: [],
  traits: { upserts: true },
}

const started = (runId: string, at: number): RunEvent => ({ type: 'run-start', runId, at, endingNodeId: 'store_0' })
const runs = (nodeId: string): RunEvent => ({
  type: 'node-start',
  nodeId,
  label: nodeId,
  name: nodeId,
  callId: `${nodeId}#1`,
  at: 2,
})
const ended = (runId: string): RunEvent => ({ type: 'run-end', runId, at: 9, status: 'done', durationMs: 1 })

/** A flow whose documents load, with the load followed. */
async function load() {
  const server = jobsServer([aJob()])
  const canvas = createCanvas()
  canvas.setCatalogue([store], [])
  const nodes: FlowNode[] = ['loader_0', 'store_0'].map((id) => createNode(store, { id, position: { x: 0, y: 0 } }))
  const targetHandle = 'store_0-input-document-Document'
  const edge = { id: 'e', source: 'loader_0', sourceHandle: 'loader_0', target: 'store_0', targetHandle }
  const chatflow = { id: 'flow-1' } as OpenChatflow
  canvas.open({ flow: { nodes, edges: [edge] }, name: 'Knowledge', chatflow })
  renderInApp(
    <ReactFlowProvider>
      <CanvasProvider canvas={canvas}>
        <LoadDocumentsButton />
      </CanvasProvider>
    </ReactFlowProvider>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Load documents' }))
  await waitFor(() => expect(server.follows('job-1')).toBe(true))
  const running = () => {
    const shown = Object.entries(canvas.store.getState().runs)
    return shown.flatMap(([id, { status }]) => (status === 'running' ? [id] : []))
  }
  return { server, canvas, running }
}

test('the nodes show how the load goes, until it ends', async () => {
  const { server, running } = await load()
  server.tell('job-1', started('job-1', 1), runs('store_0'))
  await waitFor(() => expect(running()).toEqual(['store_0']))
  server.tell('job-1', ended('job-1'))
  await waitFor(() => expect(running()).toEqual([]))
})

test('a question asked meanwhile is shown instead, and neither ends what the other shows', async () => {
  const { server, canvas, running } = await load()
  server.tell('job-1', started('job-1', 1), runs('store_0'))
  await waitFor(() => expect(running()).toEqual(['store_0']))
  canvas.followRun(ended('an earlier question'))
  expect(running()).toEqual(['store_0'])
  canvas.followRun(started('question', 5))
  canvas.followRun(runs('loader_0'))
  server.tell('job-1', runs('store_0'), ended('job-1'))
  await waitFor(() => expect(server.follows('job-1')).toBe(false))
  expect(running()).toEqual(['loader_0'])
})

test('a tab at which nobody looks does not follow it, and is told all of it afterwards', async () => {
  const { server, running } = await load()
  server.tell('job-1', started('job-1', 1))
  setVisible(false)
  await waitFor(() => expect(server.follows('job-1')).toBe(false))
  setVisible(true)
  await waitFor(() => expect(server.follows('job-1')).toBe(true))
  server.tell('job-1', started('job-1', 1), runs('store_0'))
  await waitFor(() => expect(running()).toEqual(['store_0']))
})
