import type { Viewport } from '@chatwright/core'
import { renderHook } from '@testing-library/react'
import { ReactFlowProvider } from '@xyflow/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'

import { CanvasProvider } from '../canvas-context.tsx'
import { createCanvas } from '../model/canvas-store.ts'
import { drawSteps, stepOf } from '../model/steps.fixture.ts'
import { useFitted } from './use-fitted.ts'

interface Watched {
  running: string
  chosen?: string
}

const ids = [0, 1, 2].map((index) => `llmAgentflow_${index}`)

/** A phone before a long flow. */
function watchRun() {
  const canvas = createCanvas({ isReadOnly: true })
  const steps = ids.map((id, index) => ({ ...stepOf(id), position: { x: index * 2000, y: 0 } }))
  canvas.open({ flow: drawSteps(steps), name: '' })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <CanvasProvider canvas={canvas}>
      <ReactFlowProvider initialWidth={358} initialHeight={320}>
        {children}
      </ReactFlowProvider>
    </CanvasProvider>
  )
  const initialProps: Watched = { running: ids[0]! }
  const { result, rerender } = renderHook(
    ({ running, chosen }: Watched) => useFitted({ leastZoom: 0.5, around: chosen ?? running, chosen }),
    { wrapper, initialProps },
  )
  return {
    look: rerender,
    pan: (to: Viewport) => {
      result.current.onMoveStart(new MouseEvent('mousedown'), { x: 0, y: 0, zoom: 0.5 })
      result.current.onMoveEnd(undefined, to)
    },
    view: () => canvas.store.getState().viewport,
  }
}

test('the view follows a run from step to step, until the reader moves it or chooses a step', () => {
  const { look, pan, view } = watchRun()
  const [first = '', second = '', third = ''] = ids
  const atFirst = view()
  look({ running: second })
  const atSecond = view()
  expect(atSecond).not.toEqual(atFirst)

  const theirs = { x: -7, y: 11, zoom: 0.5 }
  pan(theirs)
  look({ running: third })
  expect(view()).toEqual(theirs)

  look({ running: third, chosen: first })
  expect(view()).toEqual(atFirst)
})

test('choosing the very step that runs brings it back into view', () => {
  const { look, pan, view } = watchRun()
  const [first = ''] = ids
  const atFirst = view()
  pan({ x: -7, y: 11, zoom: 0.5 })
  look({ running: first, chosen: first })
  expect(view()).toEqual(atFirst)
})
