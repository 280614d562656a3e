import { serializeSelection } from '@chatwright/core'
import type { Flow } from '@chatwright/core'
import { expect, test } from 'vitest'

import { createCanvas } from '../model/canvas-store.ts'
import { smallFlow } from '../model/catalogue.fixture.ts'
import { drawSteps, stepOf } from '../model/steps.fixture.ts'
import { otherKind, pasteText } from './copy-selection.ts'

const steps = drawSteps([stepOf('llmAgentflow_0')])

function copied(flow: Flow): string {
  return serializeSelection(flow, new Set(flow.nodes.map(({ id }) => id)), () => undefined)
}

function opened(flow: Flow) {
  const canvas = createCanvas()
  canvas.open({ flow, name: '' })
  return canvas
}

test('nodes of the other kind of flow are not pasted, and their kind is named', () => {
  const canvas = opened(steps)
  expect(pasteText(canvas, copied(smallFlow()))).toEqual([])
  expect(otherKind(canvas, copied(smallFlow()))).toBe('chat')
  expect(otherKind(opened(smallFlow()), copied(steps))).toBe('agents')
})

test('nothing is said of what can be pasted, and of what is no node', () => {
  expect(otherKind(opened(steps), copied(steps))).toBeUndefined()
  expect(otherKind(opened(steps), 'a sentence')).toBeUndefined()
})
