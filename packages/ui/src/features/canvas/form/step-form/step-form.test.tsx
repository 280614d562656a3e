import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { createNode } from '@chatwright/core'
import type { Flow } from '@chatwright/core'

import { CanvasProvider, useCanvasState } from '../../canvas-context.tsx'
import { createCanvas } from '../../model/canvas-store.ts'
import { drawSteps, stepDescription, stepDescriptions, stepOf, toldStep } from '../../model/steps.fixture.ts'
import { StepForm } from './step-form.tsx'

beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined
  const answer = [{ id: 'v1', name: 'city', value: 'x', type: 'static' }]
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(answer)))
})
afterEach(() => vi.unstubAllGlobals())

function openForm(flow: Flow, nodeId: string) {
  const canvas = createCanvas()
  canvas.setCatalogue([...stepDescriptions, toldStep], [])
  canvas.open({ flow, name: '' })
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <CanvasProvider canvas={canvas}>
        <Form nodeId={nodeId} />
      </CanvasProvider>
    </QueryClientProvider>,
  )
  const present = () => canvas.store.getState().history.present
  const inputs = () => present().nodes.find(({ id }) => id === nodeId)?.data.inputs ?? {}
  return { canvas, present, inputs }
}

function Form({ nodeId }: { nodeId: string }) {
  const node = useCanvasState((state) => state.history.present.nodes.find(({ id }) => id === nodeId))
  const description = node?.data.name === toldStep.name ? toldStep : stepDescription(node?.data.name ?? '')
  return node ? <StepForm node={node} description={description} /> : null
}

const start = stepOf('startAgentflow_0', { startState: [{ key: 'topic', value: '' }] })

test('rows are added, moved and taken out, and the edges of a decision stay with theirs', async () => {
  const flow = drawSteps(
    [start, stepOf('conditionAgentflow_0'), stepOf('llmAgentflow_0'), stepOf('llmAgentflow_1')],
    ['conditionAgentflow_0:0 > llmAgentflow_0', 'conditionAgentflow_0:1 > llmAgentflow_1'],
  )
  const { canvas, present, inputs } = openForm(flow, 'conditionAgentflow_0')
  const edges = () => present().edges.map(({ sourceHandle, target }) => `${sourceHandle.slice(-1)} > ${target}`)
  await userEvent.click(screen.getByRole('button', { name: 'Add: Conditions' }))
  expect(edges()).toEqual(['0 > llmAgentflow_0', '2 > llmAgentflow_1'])
  const second = screen.getByRole('group', { name: 'Conditions 2' })
  await userEvent.type(within(second).getByRole('textbox', { name: /^Value 1/ }), 'b')
  await userEvent.click(screen.getByRole('button', { name: 'Move Conditions 1 down' }))
  expect(inputs()['conditions']).toMatchObject([{ value1: 'b' }, { value1: '' }])
  expect(edges()).toEqual(['1 > llmAgentflow_0', '2 > llmAgentflow_1'])
  await userEvent.click(screen.getByRole('button', { name: 'Remove Conditions 2' }))
  expect(edges()).toEqual(['1 > llmAgentflow_1'])
  canvas.undo()
  expect(edges()).toEqual(['1 > llmAgentflow_0', '2 > llmAgentflow_1'])
})

test('a field of a row is shown by the rules of its own row', async () => {
  openForm(drawSteps([stepOf('conditionAgentflow_0')]), 'conditionAgentflow_0')
  expect(screen.getByRole('textbox', { name: /^Value 2/ })).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: /^Type/ }))
  await userEvent.click(screen.getByRole('option', { name: 'number' }))
  expect(screen.queryByRole('textbox', { name: /^Value 2/ })).toBeNull()
})

test('a model is chosen inside the step, with its own settings at their defaults', async () => {
  const { inputs } = openForm(drawSteps([start, stepOf('llmAgentflow_0')]), 'llmAgentflow_0')
  await userEvent.click(screen.getByRole('button', { name: /^Model/ }))
  expect(screen.queryByRole('option', { name: /Model Router/ })).toBeNull()
  await userEvent.click(screen.getByRole('option', { name: /Chat Model/ }))
  const settings = screen.getByRole('group', { name: 'Settings of Chat Model' })
  expect(within(settings).getByRole('button', { name: /Connect Credential/ })).toBeDefined()
  const temperature = within(settings).getByRole('spinbutton', { name: /Temperature/ })
  await userEvent.clear(temperature)
  await userEvent.type(temperature, '0.2')
  expect(inputs()).toMatchObject({
    llmModel: 'chatModel',
    llmModelConfig: { modelName: 'small', temperature: 0.2, llmModel: 'chatModel' },
  })
})

test('instructions are a field of six lines, stored as the first system message, and a new message has its role', async () => {
  const told = createNode(toldStep, { id: 'toldAgentflow_0', position: { x: 0, y: 0 } })
  const { inputs } = openForm({ nodes: [told], edges: [] }, 'toldAgentflow_0')
  const field = screen.getByRole('textbox', { name: /^Instructions/ })
  expect(field.getAttribute('rows')).toBe('6')
  await userEvent.type(field, 'Be brief.')
  expect(inputs()['toldMessages']).toEqual([{ role: 'system', content: 'Be brief.' }])
  expect(screen.queryByRole('group', { name: 'Messages 1' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Add: Messages' }))
  expect(inputs()['toldMessages']).toMatchObject([{ role: 'system' }, { role: 'user', content: '' }])
  const first = screen.getByRole('group', { name: 'Messages 1' })
  await userEvent.type(within(first).getByRole('textbox', { name: /^Content/ }), 'Hello')
  expect(inputs()['toldMessages']).toMatchObject([{ content: 'Be brief.' }, { role: 'user', content: 'Hello' }])
  await userEvent.clear(field)
  expect(inputs()['toldMessages']).toMatchObject([{ role: 'user', content: 'Hello' }])
})

test('typing braces offers what can be known, and Enter takes it', async () => {
  const flow = drawSteps(
    [start, stepOf('llmAgentflow_0'), stepOf('llmAgentflow_1'), stepOf('llmAgentflow_2')],
    ['startAgentflow_0 > llmAgentflow_0', 'llmAgentflow_0 > llmAgentflow_1', 'llmAgentflow_1 > llmAgentflow_2'],
  )
  const { inputs } = openForm(flow, 'llmAgentflow_1')
  const text = screen.getByRole('textbox', { name: /Input Message/ })
  await userEvent.type(text, 'About {{{{')
  const offered = () => screen.getAllByRole('option').map((option) => option.textContent)
  expect(offered().some((words) => words?.includes('llmAgentflow_0'))).toBe(true)
  expect(offered().some((words) => words?.includes('llmAgentflow_2'))).toBe(false)
  expect(offered().some((words) => words?.startsWith('output'))).toBe(false)
  await screen.findByRole('option', { name: /\$vars\.city/ })
  await userEvent.type(text, 'topic')
  expect(offered()).toHaveLength(1)
  await userEvent.keyboard('{Enter}')
  expect(inputs()['llmUserMessage']).toBe('About {{$flow.state.topic}}')
  expect(screen.queryByRole('listbox')).toBeNull()
})

test('Escape closes the offers and nothing else; rows of the state know the output of their own step', async () => {
  openForm(drawSteps([start, stepOf('llmAgentflow_0')], ['startAgentflow_0 > llmAgentflow_0']), 'llmAgentflow_0')
  await userEvent.click(screen.getByRole('button', { name: 'Add: Update Flow State' }))
  await userEvent.click(screen.getByRole('button', { name: 'Insert a value into Value' }))
  expect(screen.getAllByRole('option')[0]?.textContent).toContain('output')
  const onKey = vi.fn<(event: KeyboardEvent) => void>()
  document.addEventListener('keydown', onKey)
  await userEvent.keyboard('{Escape}')
  document.removeEventListener('keydown', onKey)
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(onKey).not.toHaveBeenCalled()
})

test('a loop chooses among the steps that lead to it, and the state among the keys there are', async () => {
  const flow = drawSteps(
    [start, stepOf('llmAgentflow_0'), stepOf('loopAgentflow_0')],
    ['startAgentflow_0 > llmAgentflow_0', 'llmAgentflow_0 > loopAgentflow_0'],
  )
  const { inputs } = openForm(flow, 'loopAgentflow_0')
  await userEvent.click(screen.getByRole('button', { name: /Loop Back To/ }))
  await userEvent.click(screen.getByRole('option', { name: /LLM 0/ }))
  expect(inputs()['loopBackToNode']).toBe('llmAgentflow_0-LLM 0')
})

test('a text that the older product kept as HTML is read as Markdown, and stays as it is until it is changed', () => {
  const html = '<p>Hello <strong>you</strong></p>'
  const { inputs } = openForm(drawSteps([start, stepOf('llmAgentflow_0', { llmUserMessage: html })]), 'llmAgentflow_0')
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: /Input Message/ }).value).toBe('Hello **you**')
  expect(inputs()['llmUserMessage']).toBe(html)
})
