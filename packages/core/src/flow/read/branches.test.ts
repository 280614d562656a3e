import { describe, expect, test } from 'vitest'
import { catalogue, join, node } from '../catalogue.fixture.ts'
import { connect } from '../commands/connect.ts'
import type { Flow } from '../document.ts'
import { validateFlow } from '../validate/validate-flow.ts'
import { readFlow } from './read-flow.ts'

const read = (source: Flow) => readFlow(JSON.stringify(source), (name) => catalogue.describe(name))

const cards: Flow = {
  nodes: ['ifElseFunction_0', 'promptTemplate_0', 'promptTemplate_1'].map((id) => node(id)),
  edges: [],
}
const yes = connect(join(cards, 'ifElseFunction_0', 'promptTemplate_0', 'promptValues', 'returnTrue'))(cards)
const fork = connect(join(yes, 'ifElseFunction_0', 'promptTemplate_1', 'promptValues', 'returnFalse'))(yes)

function withSuffix(suffix: string): Flow {
  const [first, second] = fork.edges
  if (!first || !second) throw new Error('The fork has two edges.')
  return { ...fork, edges: [first, { ...second, sourceHandle: `ifElseFunction_0-output-${suffix}` }] }
}

describe('[FLOW-13] a handle of an if-else node that only its suffix explains', () => {
  test.each(['0', '1', '2', '17', 'else', 'gone-string'])('stays as it is: %s', (suffix) => {
    const { flow, changes } = read(withSuffix(suffix))
    expect(flow.edges).toEqual(withSuffix(suffix).edges)
    expect(changes).toEqual([])
  })

  const guesses = (flow: Flow) => validateFlow(flow, catalogue).filter(({ code }) => code === 'guessed-branch')

  test('is a problem when it is neither 0 nor 1, which says how it was read', () => {
    expect(guesses(withSuffix('17'))).toMatchObject([
      {
        severity: 'warning',
        nodeId: 'ifElseFunction_0',
        edgeId: fork.edges[1]?.id,
        message: expect.stringMatching(/starts at "17", an output that doesn't exist\. "False" is used instead\.$/),
        action: { type: 'remove-edge' },
      },
    ])
    for (const known of [fork, withSuffix('0'), withSuffix('1')]) expect(guesses(known)).toEqual([])
  })
})

describe('outputs of a branching node without the mark of branches', () => {
  const unmarked = JSON.parse(JSON.stringify(fork).replaceAll(',"isAnchor":true', '')) as Flow

  test('keep the edges where they are, and it is said how they were read', () => {
    expect(unmarked).not.toEqual(fork)
    const { flow, changes } = read(unmarked)
    expect(flow.edges).toEqual(fork.edges)
    expect(changes).toEqual([
      {
        kind: 'opened-branches',
        nodeId: 'ifElseFunction_0',
        message: expect.stringContaining('marked as branches. They are branches now'),
      },
    ])
    expect(flow.nodes).toEqual(fork.nodes)
  })

  test('are marked once: reading again changes nothing', () => {
    expect(read(read(unmarked).flow).changes).toEqual([])
  })
})
