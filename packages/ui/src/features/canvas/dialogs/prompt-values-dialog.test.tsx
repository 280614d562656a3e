import { setEdits } from '@chatwright/core'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'

import { CanvasProvider } from '../canvas-context.tsx'
import { createCanvas } from '../model/canvas-store.ts'
import { descriptions, nodeOf } from '../model/catalogue.fixture.ts'
import PromptValuesDialog from './prompt-values-dialog.tsx'

test('nodes to speak of are offered by their names, and those of one name by what is written for them, too', async () => {
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
  canvas.open({ flow: { nodes: [...sources, nodeOf('promptTemplate')], edges }, name: '' })
  canvas.run(setEdits('promptTemplate_0', { template: 'About {topic}' }))
  render(
    <CanvasProvider canvas={canvas}>
      <PromptValuesDialog nodeId="promptTemplate_0" name="promptValues" onClose={() => undefined} />
    </CanvasProvider>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Pick' }))
  const rows = screen.getAllByRole('menuitem').map((row) => row.textContent)
  expect(rows.slice(2)).toEqual([
    'Conversation Chain{{chain_0.data.instance}}',
    'Conversation Chain{{chain_1.data.instance}}',
    'Chat Model',
  ])
})
