import type { Flow } from '@chatwright/core'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chats, nodes, parse, print, steps, templates } from './folder.ts'
import { flowChance, flowOf } from './random-flow.ts'

const bytes = (value: unknown): string => JSON.stringify(value)

describe.each([
  ['chat', chats],
  ['agent', steps],
  ['mixed', nodes],
])('random flows of kind %s', (_, descriptions) => {
  test('a flow is code and the same flow again, down to what no version knows', () => {
    fc.assert(
      fc.property(flowChance, (chance) => {
        const flow = flowOf(chance, descriptions)
        const { flow: back, problems } = parse(print(flow))
        expect(problems.map(({ message, line }) => `${line}: ${message}`)).toEqual([])
        expect(back).toEqual(flow)
        // What was the same before keeps its bytes, so that saving it again is no change.
        expect(bytes(parse(print(flow), flow).flow)).toBe(bytes(flow))
        expect(print(back ?? flow)).toEqual(print(flow))
      }),
      { numRuns: 200 },
    )
  })
})

const drawn = (await templates()).filter(({ content }) => Array.isArray(content['nodes']))

test.each(drawn.map(({ id, content }) => [id, content] as const))(
  'template %s is the same flow after its code, to the byte',
  (_, content) => {
    const flow = JSON.parse(bytes(content)) as Flow
    const { nodes, edges, viewport } = flow
    const plain = { nodes, edges, ...(viewport && { viewport }) }
    expect(bytes(parse(print(plain)).flow)).toBe(bytes(plain))
  },
)
