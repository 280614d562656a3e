import type { CallerRequest, ChatModel, ToolSpec } from '@chatwright/core'
import { expect, test } from 'vitest'
import { scriptedModel } from '../../test/conforming-values.ts'
import { forCaller } from './for-caller.ts'

const model: ChatModel = { ...scriptedModel([]), canCallTools: true, settings: ['namedTool'] }
const own: ToolSpec = { name: 'refund', description: 'Pays money back', parameters: { type: 'object', properties: {} } }
const theirs: ToolSpec = {
  name: 'weather',
  description: 'The weather of a city',
  parameters: { type: 'object', properties: {} },
}

const ask = (request: CallerRequest) =>
  forCaller(
    model,
    { messages: [], tools: [own] },
    { caller: { request: { names: { namedTool: 'tool_choice' }, ...request }, isTaken: false } },
  )

test('a caller chooses among its own tools alone: none of the flow, and none that nobody has', () => {
  expect(ask({ tools: [theirs], toolChoice: { name: 'weather' } })).toMatchObject({
    tools: [own, theirs],
    toolChoice: { name: 'weather' },
  })
  const refused: CallerRequest[] = [
    { tools: [theirs], toolChoice: { name: 'refund' } },
    { toolChoice: { name: 'refund' } },
    { tools: [theirs], toolChoice: { name: 'nothing' } },
  ]
  for (const request of refused) {
    expect(() => ask(request)).toThrow(
      expect.objectContaining({
        code: 'unsupported-parameter',
        field: 'tool_choice',
        message: expect.stringContaining('which isn\'t in "tools"'),
      }),
    )
  }
})
