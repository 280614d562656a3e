import { act, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'

import { resetWindowWidth, setWindowWidth } from '../../../../test/window-width.ts'
import { CanvasProvider } from '../canvas-context.tsx'
import { createCanvas } from '../model/canvas-store.ts'
import { smallFlow } from '../model/catalogue.fixture.ts'
import { Tour } from './tour.tsx'

afterEach(resetWindowWidth)

function open({ width }: { width: number }) {
  setWindowWidth(width)
  const canvas = createCanvas()
  render(
    <CanvasProvider canvas={canvas}>
      <Tour isChatOpen={false} />
    </CanvasProvider>,
  )
  return { draw: () => act(() => void canvas.paste(smallFlow())) }
}

test('whoever draws a flow in a small window meets no first step when the window becomes larger', () => {
  const { draw } = open({ width: 800 })
  expect(screen.queryByRole('dialog')).toBeNull()
  draw()
  setWindowWidth(1400)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('over a canvas that is still empty it begins as soon as there is room, and stays while the first node is drawn', () => {
  const { draw } = open({ width: 800 })
  setWindowWidth(1400)
  expect(screen.queryByRole('dialog')).not.toBeNull()
  draw()
  expect(screen.queryByRole('dialog')).not.toBeNull()
})
