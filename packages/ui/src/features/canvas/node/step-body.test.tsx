import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { ReactFlowProvider } from '@xyflow/react'
import { expect, test } from 'vitest'

import { renderInApp } from '../../../../test/render.tsx'
import { CanvasProvider } from '../canvas-context.tsx'
import { LookingDialogs } from '../dialogs/looking-dialogs.tsx'
import { createCanvas } from '../model/canvas-store.ts'
import { drawSteps, stepDescriptions, stepOf } from '../model/steps.fixture.ts'
import { StepBody } from './step-body.tsx'

function show(options: { isReadOnly: boolean; inputs?: Record<string, unknown> }) {
  const canvas = createCanvas({ isReadOnly: options.isReadOnly })
  canvas.setCatalogue(stepDescriptions, [])
  const step = stepOf('llmAgentflow_0', options.inputs)
  canvas.open({ flow: drawSteps([step]), name: '' })
  renderInApp(
    <ReactFlowProvider>
      <CanvasProvider canvas={canvas}>
        <StepBody node={step} />
        <LookingDialogs />
      </CanvasProvider>
    </ReactFlowProvider>,
  )
  return { label: step.data.label, button: screen.getByRole('button') }
}

test.each([
  [false, 'Edit', 'Edit'],
  [true, 'Show details', 'Show details of'],
])('where it may only be looked at (%s) a card says “%s”, aloud too', async (isReadOnly, word, said) => {
  const { label, button } = show({ isReadOnly })
  expect(button.textContent).toBe(word)
  expect(button.getAttribute('aria-label')).toBe(`${said} ${label}`)
  await userEvent.click(button)
  expect(await screen.findByRole('dialog', { name: new RegExp(label) })).toBeTruthy()
})

test.each([
  [false, 'Edit'],
  [true, 'Show details of'],
])('what it is told stands on the card, and is part of what is said (%s)', (isReadOnly, said) => {
  const { label, button } = show({ isReadOnly, inputs: { llmUserMessage: 'Answer briefly.' } })
  expect(button.textContent).toBe('Answer briefly.')
  expect(button.getAttribute('aria-label')).toBe(`${said} ${label}: Answer briefly.`)
})
